package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that prints what is known of one application. */
@Command(
        name = "info",
        description = "Prints what a running controller knows of an application.",
        footer = {"", "Example:", "  beacon app info routing"})
public final class AppInfoCommand extends RemoteCommand {
    @Parameters(paramLabel = "APPLICATION", description = "The name of the application.")
    private String name = "";

    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        return client.get("applications/" + ApplicationNames.inPath(name));
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        JsonObject application = JsonObject.of(answer);
        String needs = application.objects("needs").stream()
                .map(need -> "%s %s of %s"
                        .formatted(
                                need.text("kind"),
                                need.text("name"),
                                need.text("provider").isEmpty() ? "none" : need.text("provider")))
                .collect(Collectors.joining(", "));
        line(out, "name", application.text("name"));
        line(out, "version", application.text("version"));
        line(out, "state", application.text("state"));
        line(out, "reason", application.text("reason"));
        line(out, "origin", application.text("origin"));
        line(out, "provides", application.text("provides"));
        line(out, "needs", needs);
        line(out, "needed by", application.text("neededBy"));
        line(out, "failures", application.text("failures"));
        line(out, "slow calls", application.text("slowCalls"));
        line(out, "loop time", "%.1f %%".formatted(100 * application.number("loopShare")));
    }

    private static void line(PrintWriter out, String name, String value) {
        if (!value.isEmpty()) {
            out.printf("%-10s %s%n", name, value);
        }
    }
}
