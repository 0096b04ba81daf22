package net.beaconcontroller.bench.command;

import java.net.InetSocketAddress;
import net.beaconcontroller.console.HostPort;
import net.beaconcontroller.console.Range;
import net.beaconcontroller.console.UsageException;
import picocli.CommandLine.Option;

/** The options of a baseline that runs until a signal stops it. */
final class ListenOptions {
    private static final int MAX_THREADS = 1024;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "The TCP port to listen on. Default: ${DEFAULT-VALUE}.")
    private int port = 6653;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "The address to listen on. Default: ${DEFAULT-VALUE}.")
    private String host = "127.0.0.1";

    @Option(names = "--threads", paramLabel = "COUNT", description = "Number of threads. Default: ${DEFAULT-VALUE}.")
    private int threads = 1;

    /** Returns the address to listen on, which has a known host. */
    InetSocketAddress address() {
        Range.check("--port", port, 0, HostPort.MAX_PORT);
        var address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new UsageException("--host %s: unknown host".formatted(host));
        }
        return address;
    }

    int threads() {
        Range.check("--threads", threads, 1, MAX_THREADS);
        return threads;
    }
}
