package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.stream.Collectors;
import net.beaconcontroller.cli.remote.client.ApplicationNames;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that prints the details of one application. */
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
        printLine("name", application.text("name"), out);
        printLine("version", application.text("version"), out);
        printLine("state", application.text("state"), out);
        printLine("reason", application.text("reason"), out);
        printLine("origin", application.text("origin"), out);
        printLine("provides", application.text("provides"), out);
        printLine("needs", needs, out);
        printLine("needed by", application.text("neededBy"), out);
        printLine("hanging", application.text("hanging"), out);
        printLine("failures", application.text("failures"), out);
        printLine("slow calls", application.text("slowCalls"), out);
        printLine("unserved switches", application.text("unservedSwitches"), out);
        printLine("loop time", "%.1f %%".formatted(100 * application.number("loopShare")), out);
    }
}
