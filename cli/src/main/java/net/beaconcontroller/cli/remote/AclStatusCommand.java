package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The command that prints whether the access rules are installed. */
@Command(
        name = "status",
        description = "Prints whether the access rules are installed in the switches, and how many of their flows let"
                + " the controller decide each packet, which is slow.",
        footer = {"", "Examples:", "  beacon acl status", "  beacon acl status --watch 5"})
public final class AclStatusCommand extends ListCommand {
    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        return client.get("/api/acl");
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        JsonObject acl = JsonObject.of(answer);
        out.printf(
                "%s rules, %s of them active; default: %s (%s packets in flows, %s packet-ins)%n",
                acl.text("rules"),
                acl.text("active"),
                acl.text("default"),
                acl.text("defaultPackets"),
                acl.text("defaultPacketIns"));
        var table = new Table("SWITCH", "OPENFLOW", "STATE", "FLOWS", "BY CONTROLLER", "ERROR");
        for (JsonObject sw : acl.objects("switches")) {
            table.add(
                    sw.text("id"),
                    sw.text("version"),
                    sw.text("state"),
                    sw.text("flows"),
                    sw.text("byController"),
                    sw.text("error"));
        }
        table.print(out);
    }
}
