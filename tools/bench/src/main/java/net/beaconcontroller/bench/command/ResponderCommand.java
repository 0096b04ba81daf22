package net.beaconcontroller.bench.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import net.beaconcontroller.bench.responder.Responder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code responder} command: runs the null controller until a signal stops it. */
@Command(
        name = "responder",
        description = {
            "Runs the null controller, a baseline of comparisons.",
            "It answers each packet-in with a constant flow-mod, without any lookup, until",
            "Ctrl-C or SIGTERM stops it.",
            ""
        },
        footer = {"", "Examples:", "  beacon bench responder", "  beacon bench throughput --controller 127.0.0.1:6653"})
final class ResponderCommand implements Callable<Integer> {
    @Mixin
    private ListenOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (var responder = Responder.start(options.address(), options.threads())) {
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
