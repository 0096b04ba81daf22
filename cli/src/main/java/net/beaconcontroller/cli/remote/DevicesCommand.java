package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that lists the devices. */
@Command(
        name = "devices",
        description = "Lists the hosts that the application devices has learned, with their addresses and ports.",
        footer = {"", "Examples:", "  beacon devices", "  beacon devices 10.0.0.7", "  beacon devices --watch"})
public final class DevicesCommand extends ListCommand {
    @Parameters(
            arity = "0..1",
            paramLabel = "TEXT",
            description = "Lists only those with this text in an address or in their switch.")
    private String text = "";

    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        return client.get("/api/devices?filter=" + ControllerClient.encode(text));
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        var table = new Table("MAC", "VLAN", "ADDRESSES", "SWITCH", "PORT", "LAST SEEN");
        for (JsonObject device : JsonObject.list(answer)) {
            String ipv6 = device.text("ipv6");
            String ipv4 = device.text("ipv4");
            table.add(
                    device.text("mac"),
                    device.text("vlan"),
                    ipv4.isEmpty() || ipv6.isEmpty() ? ipv4 + ipv6 : ipv4 + ", " + ipv6,
                    device.has("switch") ? device.text("switch") : "detached",
                    device.port("port"),
                    device.text("lastSeen"));
        }
        table.print(out);
    }
}
