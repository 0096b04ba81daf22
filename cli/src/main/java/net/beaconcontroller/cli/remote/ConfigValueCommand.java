package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.Table;
import net.beaconcontroller.console.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The commands that print and change settings of a running controller. */
public abstract class ConfigValueCommand extends RemoteCommand {
    static String path(String key) {
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
            description = "Prints a setting of a running controller, or all.",
            footer = {"", "Examples:", "  beacon config get", "  beacon config get log.level"})
    public static final class Get extends ConfigValueCommand {
        @Parameters(arity = "0..1", paramLabel = "KEY", description = "The setting, such as log.level. Default: all.")
        private @Nullable String key;

        @Override
        @Nullable
        Object request(ControllerClient client) throws IOException, InterruptedException {
            return client.get(key == null ? "configuration" : path(key));
        }

        @Override
        void print(@Nullable Object answer, PrintWriter out) {
            if (key != null) {
                super.print(answer, out);
                return;
            }
            var table = new Table("SETTING", "VALUE", "ORIGIN", "CHANGEABLE");
            for (JsonObject setting : JsonObject.list(answer)) {
                table.add(
                        setting.text("key"),
                        setting.text("value"),
                        setting.text("origin"),
                        setting.text("changeable").equals("true") ? "yes" : "no");
            }
            table.print(out);
        }
    }

    /** The command {@code beacon config set}. */
    @Command(
            name = "set",
            description = "Changes a setting of a running controller, until it ends.",
            footer = {"", "Example:", "  beacon config set log.level debug"})
    public static final class Set extends ConfigValueCommand {
        @Parameters(index = "0", paramLabel = "KEY", description = "The setting, such as log.level.")
        private String key = "";

        @Parameters(index = "1", paramLabel = "VALUE", description = "The value.")
        private String value = "";

        @Override
        @Nullable
        Object request(ControllerClient client) throws IOException, InterruptedException {
            return client.send("PUT", path(key), Map.of("value", value));
        }
    }
}
