package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The command that prints the order in which listeners are called. */
@Command(
        name = "pipeline",
        description = "Prints the listeners of a running controller in the order in which they are called, and why.",
        footer = {"", "Example:", "  beacon pipeline"})
public final class PipelineCommand extends ListCommand {
    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        return client.get("pipelines");
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        var table = new Table("EVENT", "APPLICATION", "STAGE", "LISTENER", "WHY HERE");
        for (JsonObject pipeline : JsonObject.list(answer)) {
            for (JsonObject listener : pipeline.objects("listeners")) {
                table.add(
                        pipeline.text("kind"),
                        listener.text("application"),
                        listener.text("stage"),
                        listener.text("listener"),
                        listener.text("reason"));
            }
        }
        table.print(out);
    }
}
