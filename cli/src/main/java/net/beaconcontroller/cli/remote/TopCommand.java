package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.cli.remote.screen.Screen;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that shows the rates of a running controller. */
@Command(
        name = "top",
        description =
                "Shows the load of a running controller, live: rates of switches, loops and applications. The keys"
                        + " P, O, F and N select the order of the switches, Q ends.",
        footer = {"", "Examples:", "  beacon top", "  beacon top --once", "  beacon top --json | jq .packetInsPerSecond"
        })
public final class TopCommand extends RemoteCommand {
    @Option(
            names = "--once",
            description =
                    "Prints the rates of one second and ends. So does --json, and so does a command whose output is"
                            + " no terminal.")
    private boolean once;

    @Option(
            names = "--sort",
            paramLabel = "KEY",
            description = "The order of the switches: packet-ins, packet-outs, flow-mods or name. Default: packet-ins.")
    private String sort = "packet-ins";

    @Override
    public Integer call() throws IOException, InterruptedException {
        TopTables.Order order = TopTables.Order.of(sort);
        if (once || isJson() || !net.beaconcontroller.console.Terminal.isInteractive()) {
            return super.call();
        }
        var rates = new TopScreen(client(), order);
        try (var screen = new Screen()) {
            screen.run(rates, TimeUnit.SECONDS.toNanos(1));
        }
        return CommandLine.ExitCode.OK;
    }

    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        JsonObject before = JsonObject.of(client.get("performance"));
        TimeUnit.SECONDS.sleep(1);
        return Rates.between(before, JsonObject.of(client.get("performance")));
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        TopTables.print(JsonObject.of(answer), TopTables.Order.of(sort), out);
    }
}
