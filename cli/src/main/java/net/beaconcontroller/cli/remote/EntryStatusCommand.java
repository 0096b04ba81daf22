package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The command that prints whether the switches have their static entries. */
@Command(
        name = "status",
        description = "Prints for each switch whether it has its static entries, and the changes of others.",
        footer = {"", "Examples:", "  beacon flows status", "  beacon flows status --watch 5"})
public final class EntryStatusCommand extends ListCommand {
    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        return client.get("/api/staticflows/switches");
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        var table = new Table("SWITCH", "STATE", "ENTRIES", "MISSING", "CHANGED", "STALE", "TOOK", "REASON");
        for (JsonObject sw : JsonObject.list(answer)) {
            JsonObject drift = sw.object("drift");
            table.add(
                    sw.text("switch"),
                    sw.text("state"),
                    sw.text("entries"),
                    drift.text("missing"),
                    drift.text("changed"),
                    drift.text("stale"),
                    sw.text("tookMillis") + " ms",
                    sw.text("reason"));
        }
        table.print(out);
    }
}
