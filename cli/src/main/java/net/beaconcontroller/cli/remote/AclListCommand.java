package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The command that lists the access rules. */
@Command(
        name = "list",
        description = "Lists the access rules in their order, with the packets that they have matched. The first rule"
                + " that matches a packet decides.",
        footer = {"", "Examples:", "  beacon acl list", "  beacon acl list --watch"})
public final class AclListCommand extends ListCommand {
    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        return client.get("/api/acl/rules");
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        var table = new Table("#", "NAME", "RULE", "STATE", "PACKETS", "BYTES", "PACKET-INS", "COMMENT");
        for (JsonObject rule : JsonObject.list(answer)) {
            table.add(
                    rule.text("position"),
                    rule.text("name"),
                    rule.text("rule"),
                    state(rule),
                    rule.text("packets"),
                    rule.text("bytes"),
                    rule.text("packetIns"),
                    rule.text("comment"));
        }
        table.print(out);
    }

    private static String state(JsonObject rule) {
        if (rule.text("enabled").equals("false")) {
            return "disabled";
        } else if (!rule.text("shadowedBy").isEmpty()) {
            return "never decides: shadowed by " + rule.text("shadowedBy");
        }
        return rule.text("active").equals("true") ? "active" : "not its time";
    }
}
