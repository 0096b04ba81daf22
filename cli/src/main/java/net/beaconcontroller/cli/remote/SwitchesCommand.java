package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that lists the connected switches. */
@Command(
        name = "switches",
        description = {
            "Lists the connected switches with their state and the role of the controller.",
            "",
            "States: active; standby: the controller is a slave, and waits to take over; watched: controller.switches"
                    + " does not have the switch, and controller.unknown-switches=watch."
        },
        footer = {"", "Examples:", "  beacon switches", "  beacon switches --state standby", "  beacon switches --watch"
        })
public final class SwitchesCommand extends ListCommand {
    @Option(
            names = "--state",
            paramLabel = "STATE",
            defaultValue = "all",
            description = "Lists only those in a state: active, standby or watched.")
    private String state = "all";

    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        return client.get("switches?state=" + ControllerClient.encode(state));
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        var table = new Table("SWITCH", "STATE", "ROLE", "OPENFLOW", "ADDRESS", "CONNECTED SINCE", "PORTS", "SOFTWARE");
        for (JsonObject sw : JsonObject.list(answer)) {
            table.add(
                    sw.text("id"),
                    sw.text("state"),
                    sw.text("role"),
                    sw.text("version"),
                    sw.text("address"),
                    sw.text("connectedSince").replaceFirst("\\.\\d+", ""),
                    sw.text("ports"),
                    (sw.text("hardware") + " " + sw.text("software")).strip());
        }
        table.print(out);
    }
}
