package net.beaconcontroller.bench.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import net.beaconcontroller.bench.responder.Responder;
import net.beaconcontroller.console.HostPort;
import net.beaconcontroller.console.Range;
import net.beaconcontroller.console.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The {@code responder} command: runs the null controller until a signal stops it. */
@Command(
        name = "responder",
        description = {
            "Runs the null controller, the baseline of comparisons.",
            "It answers each packet-in with a constant flow-mod, without any lookup, until",
            "Ctrl-C or SIGTERM stops it.",
            ""
        },
        footer = {"", "Examples:", "  beacon bench responder", "  beacon bench throughput --controller 127.0.0.1:6653"})
final class ResponderCommand implements Callable<Integer> {
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

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Range.check("--port", port, 0, HostPort.MAX_PORT);
        Range.check("--threads", threads, 1, MAX_THREADS);
        var address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new UsageException("--host %s: unknown host".formatted(host));
        }
        try (var responder = Responder.start(address, threads)) {
            PrintWriter out = spec.commandLine().getOut();
            String ip = responder.address().getAddress().getHostAddress();
            out.printf(
                    "The responder listens for switches on %s:%d%n",
                    ip, responder.address().getPort());
            out.flush();
            // Blocks until a signal ends the process.
            new CountDownLatch(1).await();
        }
        return 0;
    }
}
