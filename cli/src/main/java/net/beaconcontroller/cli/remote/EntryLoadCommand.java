package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that adds the flows, groups and meters of a file. */
@Command(
        name = "load",
        description =
                "Adds the flows, groups and meters of a file, and replaces those with the same names: all, or none.",
        footer = {
            "",
            "Examples:",
            "  beacon flows load flows.conf",
            "  beacon flows load flows.conf --replace --dry-run"
        })
public final class EntryLoadCommand extends RemoteCommand {
    /** The number of entries of a change that are printed for people. */
    private static final int MAX_ROWS = 50;

    @Parameters(paramLabel = "FILE", description = "Lines such as 'flow web: priority=10,actions=output:2', or JSON.")
    private Path file = Path.of("");

    @Option(names = "--replace", description = "Deletes all other entries that were added by commands and requests.")
    private boolean replace;

    @Option(names = "--dry-run", description = "Checks the change without making it.")
    private boolean dryRun;

    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        return client.sendText(
                "/api/staticflows/file?replace=%s&dryRun=%s".formatted(replace, dryRun), EntryText.read(file));
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        printChange(answer, dryRun, out);
    }

    /** Prints what a change did, or would do. */
    static void printChange(@Nullable Object answer, boolean dryRun, PrintWriter out) {
        JsonObject change = JsonObject.of(answer);
        List<JsonObject> put = change.objects("put");
        List<String> deleted = change.members().get("deleted") instanceof List<?> names
                ? names.stream().map(String::valueOf).toList()
                : List.of();
        if (put.isEmpty() && deleted.isEmpty()) {
            out.println("nothing to do");
        } else {
            var table = new Table(dryRun ? "WOULD" : "DONE", "NAME", "SWITCHES", "ENTRY");
            put.stream()
                    .limit(MAX_ROWS)
                    .forEach(entry -> table.add("put", entry.text("name"), entry.text("switches"), entry.text("text")));
            deleted.stream().limit(MAX_ROWS).forEach(name -> table.add("delete", name, "", ""));
            table.print(out);
            if (put.size() > MAX_ROWS || deleted.size() > MAX_ROWS) {
                out.printf("... in all, put: %d, delete: %d%n", put.size(), deleted.size());
            }
        }
        change.objects("warnings").forEach(problem -> out.println("warning: " + EntryText.describe(problem)));
    }
}
