package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.cli.support.Browser;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that opens the web page of a running controller. */
@Command(
        name = "open",
        description = "Opens the web page of a running controller in a browser, and signs it in.",
        footer = {
            "",
            "Examples:",
            "  beacon open",
            "  beacon open --print                  prints the link instead; it can be opened once, within 2 minutes",
            "  beacon open --print --as monitoring  a link for a browser that may only read"
        })
public final class OpenCommand extends RemoteCommand {
    @Option(names = "--print", description = "Prints the link instead of opening it.")
    private boolean print;

    @Option(
            names = "--as",
            paramLabel = "TOKEN",
            defaultValue = "admin",
            description = "Name of the token with which to sign in. Default: ${DEFAULT-VALUE}.")
    private String token = "";

    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        String name = ControllerClient.encode(token);
        JsonObject link = JsonObject.of(client.send("POST", "tokens/%s/links".formatted(name), Map.of()));
        return Map.of("url", client.resolve(link.text("path")).toString());
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        String url = JsonObject.of(answer).text("url");
        if (print || !Browser.open(url)) {
            out.println(url);
        }
    }
}
