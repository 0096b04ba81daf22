package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The command that lists the applications of a running controller. */
@Command(
        name = "list",
        description = "Lists the applications of a running controller, with their states and the reasons.",
        footer = {"", "Examples:", "  beacon app list", "  beacon app list --watch"})
public final class AppListCommand extends ListCommand {
    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        return client.get("applications");
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        var table = new Table("APPLICATION", "VERSION", "STATE", "FAILURES", "LOOP TIME", "REASON");
        for (JsonObject application : JsonObject.list(answer)) {
            table.add(
                    application.text("name"),
                    application.text("version"),
                    application.text("state"),
                    application.text("failures"),
                    "%.1f %%".formatted(100 * application.number("loopShare")),
                    application.text("reason"));
        }
        table.print(out);
    }
}
