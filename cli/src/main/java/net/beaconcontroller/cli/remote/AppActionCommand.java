package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The commands that start, stop and remove applications, several in one step. */
public abstract class AppActionCommand extends AppChangeCommand {
    private final String action;

    @Parameters(paramLabel = "APPLICATION", arity = "1..*", description = "The names of applications.")
    private List<String> names = List.of();

    AppActionCommand(String action) {
        this.action = action;
    }

    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        List<Map<String, String>> changes = names.stream()
                .map(name -> Map.of("action", action, "application", name))
                .toList();
        return client.send("POST", "applications/changes?dryRun=" + isDryRun(), Map.of("changes", changes));
    }

    /** The command {@code beacon app start}. */
    @Command(
            name = "start",
            description = "Starts applications of a running controller, and before them those that they need.",
            footer = {"", "Example:", "  beacon app start routing --dry-run"})
    public static final class Start extends AppActionCommand {
        Start() {
            super("start");
        }
    }

    /** The command {@code beacon app stop}. */
    @Command(
            name = "stop",
            description = "Stops applications of a running controller. Those that need them wait.",
            footer = {"", "Example:", "  beacon app stop topology --dry-run"})
    public static final class Stop extends AppActionCommand {
        Stop() {
            super("stop");
        }
    }

    /** The command {@code beacon app remove}. */
    @Command(
            name = "remove",
            description = "Stops and uninstalls applications of a running controller.",
            footer = {"", "Example:", "  beacon app remove my-app"})
    public static final class Remove extends AppActionCommand {
        Remove() {
            super("remove");
        }
    }
}
