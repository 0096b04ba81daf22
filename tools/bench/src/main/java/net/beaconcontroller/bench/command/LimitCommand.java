package net.beaconcontroller.bench.command;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import net.beaconcontroller.bench.CompiledProgram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
    @Mixin
    private ListenOptions options;

    @Option(
            names = "--spin",
            description = "Polls all the time, for round trips: a controller that sleeps answers later.")
    private boolean spins;

    @Override
    public Integer call() throws IOException, InterruptedException {
        InetSocketAddress address = options.address();
        Process limit = new ProcessBuilder(
                        CompiledProgram.LIMIT.executable().toString(),
                        address.getAddress().getHostAddress(),
                        "" + address.getPort(),
                        "" + options.threads(),
                        spins ? "spin" : "block")
                .inheritIO()
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(limit::destroy));
        return limit.waitFor();
    }
}
