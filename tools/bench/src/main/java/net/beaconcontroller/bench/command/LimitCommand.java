package net.beaconcontroller.bench.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import net.beaconcontroller.bench.CompiledProgram;
import net.beaconcontroller.console.HostPort;
import net.beaconcontroller.console.Range;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The {@code limit} command: runs the limit until a signal stops it. */
@Command(
        name = "limit",
        description = {
            "Runs the limit: a controller in C that looks nothing up.",
            "It answers each packet-in with a constant flow-mod, in OpenFlow 1.0 and 1.3, until",
            "Ctrl-C or SIGTERM stops it. It is compiled when it is first used, by cc or $CC.",
            "'bench responder' needs no compiler.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  beacon bench limit",
            "  taskset -c 1 beacon bench limit --spin",
            "  beacon bench throughput --controller 127.0.0.1:6653 --generator c"
        })
final class LimitCommand implements Callable<Integer> {
    private static final int MAX_THREADS = 1024;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "The TCP port to listen on. Default: ${DEFAULT-VALUE}.")
    private int port = 6653;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "The IPv4 address to listen on. Default: ${DEFAULT-VALUE}.")
    private String host = "127.0.0.1";

    @Option(names = "--threads", paramLabel = "COUNT", description = "Number of threads. Default: ${DEFAULT-VALUE}.")
    private int threads = 1;

    @Option(
            names = "--spin",
            description = "Polls all the time, for round trips: a controller that sleeps answers later.")
    private boolean spins;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Range.check("--port", port, 0, HostPort.MAX_PORT);
        Range.check("--threads", threads, 1, MAX_THREADS);
        Process limit = new ProcessBuilder(
                        CompiledProgram.LIMIT.executable().toString(),
                        host,
                        "" + port,
                        "" + threads,
                        spins ? "spin" : "block")
                .inheritIO()
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(limit::destroy));
        return limit.waitFor();
    }
}
