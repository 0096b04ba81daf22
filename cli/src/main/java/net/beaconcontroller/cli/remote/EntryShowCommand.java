package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that prints a static entry. */
@Command(
        name = "show",
        description = "Prints a static entry.",
        footer = {"", "Example:", "  beacon flows show web"})
public final class EntryShowCommand extends RemoteCommand {
    @Parameters(paramLabel = "NAME", description = "The name of the entry.")
    private String name = "";

    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        return client.get("/api/staticflows/entries/" + ControllerClient.encode(name));
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        JsonObject.of(answer).members().forEach((key, value) -> {
            String member = String.valueOf(key);
            printLine(member, JsonObject.of(answer).text(member), out);
        });
    }
}
