package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import net.beaconcontroller.cli.support.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The commands that print and change a setting of a running controller. */
public abstract class ConfigValueCommand extends RemoteCommand {
    @Parameters(index = "0", paramLabel = "KEY", description = "The setting, such as log.level.")
    private String key = "";

    String path() {
        if (!key.matches("[\\w.-]+")) {
            throw new UsageException("KEY %s: needs the name of a setting, such as log.level".formatted(key));
        }
        return "configuration/" + key;
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        JsonObject setting = JsonObject.of(answer);
        out.printf("%s = %s (%s)%n", setting.text("key"), setting.text("value"), setting.text("origin"));
    }

    /** The command {@code beacon config get}. */
    @Command(
            name = "get",
            description = "Prints a setting of a running controller.",
            footer = {"", "Example:", "  beacon config get log.level"})
    public static final class Get extends ConfigValueCommand {
        @Override
        @Nullable
        Object request(ControllerClient client) throws IOException, InterruptedException {
            return client.get(path());
        }
    }

    /** The command {@code beacon config set}. */
    @Command(
            name = "set",
            description = "Changes a setting of a running controller, until it ends.",
            footer = {"", "Example:", "  beacon config set log.level debug"})
    public static final class Set extends ConfigValueCommand {
        @Parameters(index = "1", paramLabel = "VALUE", description = "The value.")
        private String value = "";

        @Override
        @Nullable
        Object request(ControllerClient client) throws IOException, InterruptedException {
            return client.send("PUT", path(), Map.of("value", value));
        }
    }
}
