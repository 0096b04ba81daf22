package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that install and update an application from a file or a URL. */
public abstract class AppInstallCommand extends AppChangeCommand {
    private static final String LABEL = "FILE|URL";
    private static final String DESCRIPTION =
            "A JAR file of this machine, which is uploaded, or a URL, from which the controller fetches it.";

    @Parameters(paramLabel = LABEL, description = DESCRIPTION)
    private String source = "";

    /** Uploads the file, or names the URL. */
    @Nullable
    Object send(ControllerClient client, String action, String options) throws IOException, InterruptedException {
        if (source.matches("https?://.*")) {
            Map<String, String> change = Map.of("action", action, "url", source);
            return client.send("POST", "applications/changes?" + options, Map.of("changes", List.of(change)));
        }
        String method = action.equals("install") ? "POST" : "PUT";
        return client.sendApplication(method, Path.of(source), options);
    }

    /** The command {@code beacon app install}. */
    @Command(
            name = "install",
            description = "Installs an application in a running controller, and starts it.",
            footer = {"", "Example:", "  beacon app install target/my-app-1.0.jar"})
    public static final class Install extends AppInstallCommand {
        @Option(names = "--no-start", description = "Does not start it.")
        private boolean noStart;

        @Override
        @Nullable
        Object request(ControllerClient client) throws IOException, InterruptedException {
            return send(client, "install", "start=%s&dryRun=%s".formatted(!noStart, isDryRun()));
        }
    }

    /** The command {@code beacon app update}. */
    @Command(
            name = "update",
            description = "Replaces an application of a running controller by another version, without a gap.",
            footer = {"", "Example:", "  beacon app update target/my-app-1.1.jar"})
    public static final class Update extends AppInstallCommand {
        @Override
        @Nullable
        Object request(ControllerClient client) throws IOException, InterruptedException {
            return send(client, "update", "dryRun=" + isDryRun());
        }
    }
}
