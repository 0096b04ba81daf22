package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that deletes static entries. */
@Command(
        name = "delete",
        description = "Deletes static entries, and what the switches have of them: all that are named, or none.",
        footer = {"", "Example:", "  beacon flows delete web mail"})
public final class EntryDeleteCommand extends RemoteCommand {
    @Parameters(paramLabel = "NAME", arity = "1..*", description = "The names of the entries.")
    private List<String> names = List.of();

    @Option(names = "--dry-run", description = "Checks whether they can be deleted, without doing it.")
    private boolean dryRun;

    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        String query = names.stream()
                .map(name -> "name=" + ControllerClient.encode(name))
                .collect(Collectors.joining("&"));
        return client.delete("/api/staticflows/entries?dryRun=%s&%s".formatted(dryRun, query));
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        EntryLoadCommand.printChange(answer, dryRun, out);
    }
}
