package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** The command that lists the static entries of a kind. */
@Command(
        name = "list",
        description = "Lists the static entries that the controller keeps in switches.",
        footer = {"", "Examples:", "  beacon flows list", "  beacon groups list --json", "  beacon flows list --watch"})
public final class EntryListCommand extends ListCommand {
    @ParentCommand
    private EntriesCommand parent;

    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        return client.get("/api/staticflows/entries?kind=" + parent.word());
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        var table = new Table(
                "NAME", "SWITCHES", "VERSIONS", "SOURCE", parent.word().toUpperCase(Locale.ROOT));
        for (JsonObject entry : JsonObject.list(answer)) {
            String versions = entry.text("versions");
            table.add(
                    entry.text("name"),
                    entry.text("switches"),
                    versions.isEmpty() ? "all" : versions,
                    entry.text("source"),
                    entry.text("text"));
        }
        table.print(out);
    }
}
