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

/** A command that changes the isolation of an access port. */
public abstract class AclIsolationCommand extends RemoteCommand {
    private static final String ISOLATION = "/api/acl/isolation";

    @Parameters(index = "0", paramLabel = "PORT", description = "The port, such as 0000000000000001:3.")
    private String port = "";

    String port() {
        return port;
    }

    String path() {
        if (!port.matches("[0-9a-f]{16}:([0-9]+|LOCAL)")) {
            throw new UsageException(
                    "PORT %s: needs the datapath id and the port, such as 0000000000000001:3".formatted(port));
        }
        return ISOLATION + "/" + port;
    }

    /** Lists the ports in groups. */
    @Command(
            name = "isolation",
            description = "Lists the access ports that are in groups. Hosts at ports of different groups, or of the"
                    + " group 'isolated', cannot reach each other. Ports in no group reach all ports.",
            footer = {"", "Example:", "  beacon acl isolation"})
    public static final class List extends RemoteCommand {
        @Override
        @Nullable
        Object request(ControllerClient client) throws IOException, InterruptedException {
            return client.get(ISOLATION);
        }

        @Override
        void print(@Nullable Object answer, PrintWriter out) {
            var table = new Table("PORT", "GROUP");
            JsonObject.list(answer).forEach(port -> table.add(port.text("port"), port.text("group")));
            table.print(out);
        }
    }

    /** Puts a port into a group. */
    @Command(
            name = "isolate",
            description = "Puts an access port into a group, so that its hosts do not reach those of other groups.",
            footer = {
                "",
                "Examples:",
                "  beacon acl isolate 0000000000000001:3 tenant-a",
                "  beacon acl isolate 0000000000000001:4 isolated    reaches only ports in no group"
            })
    public static final class Isolate extends AclIsolationCommand {
        @Parameters(index = "1", paramLabel = "GROUP", description = "The group; 'isolated' for a port of its own.")
        private String group = "";

        @Override
        @Nullable
        Object request(ControllerClient client) throws IOException, InterruptedException {
            return client.send("PUT", path(), Map.of("group", group));
        }

        @Override
        void print(@Nullable Object answer, PrintWriter out) {
            out.printf("port %s is in group %s%n", port(), group);
        }
    }

    /** Removes a port from its group. */
    @Command(
            name = "release",
            description = "Removes an access port from its group, so that its hosts reach all others.",
            footer = {"", "Example:", "  beacon acl release 0000000000000001:3"})
    public static final class Release extends AclIsolationCommand {
        @Override
        @Nullable
        Object request(ControllerClient client) throws IOException, InterruptedException {
            return client.send("DELETE", path(), Map.of());
        }

        @Override
        void print(@Nullable Object answer, PrintWriter out) {
            out.printf("port %s is in no group%n", port());
        }
    }
}
