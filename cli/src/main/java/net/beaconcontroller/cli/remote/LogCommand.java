package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that sets the level of a logger. */
@Command(
        name = "log",
        description = "Sets how detailed a running controller logs.",
        footer = {
            "",
            "Examples:",
            "  beacon log debug net.beaconcontroller.routing",
            "  beacon log default net.beaconcontroller.routing    resets it to the level of its package"
        })
public final class LogCommand extends RemoteCommand {
    @Parameters(index = "0", paramLabel = "LEVEL", description = "error, warn, info, debug, trace or default.")
    private String level = "";

    @Parameters(index = "1", paramLabel = "NAME", description = "The name of a class, a package, or ROOT.")
    private String name = "";

    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        if (!name.matches("[\\w.$-]+")) {
            throw new UsageException("NAME %s: needs the name of a class, a package, or ROOT".formatted(name));
        }
        return level.equals("default")
                ? client.send("DELETE", "loggers/" + name, Map.of())
                : client.send("PUT", "loggers/" + name, Map.of("level", level));
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        JsonObject logger = JsonObject.of(answer);
        out.printf("%s logs at level %s%n", logger.text("name"), logger.text("level"));
    }
}
