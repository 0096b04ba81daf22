package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that lists the links between switches. */
@Command(
        name = "links",
        description = "Lists the links that the application topology has discovered, each in one direction.",
        footer = {"", "Examples:", "  beacon links", "  beacon links --watch 5", "  beacon links --refused"})
public final class LinksCommand extends ListCommand {
    @Option(
            names = "--refused",
            description = "Lists the links that are not used as paths, because hosts may have relayed the probes, and"
                    + " the port that sends floods to the network between their ports. A port that returns its own"
                    + " frames has a link to itself.")
    private boolean refused;

    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        return client.get(refused ? "/api/topology/refused" : "/api/topology/links");
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        var table = refused
                ? new Table("FROM", "TO", "KIND", "REASON", "FLOODS")
                : new Table("FROM", "TO", "KIND", "LATENCY");
        for (JsonObject link : JsonObject.list(answer)) {
            String from = port(link.object("from"));
            String to = port(link.object("to"));
            String kind = link.text("kind");
            if (refused) {
                String reason = link.text("reason");
                String both = reason.equals("looped") ? "none" : "both";
                String flooding = link.has("floodingPort") ? port(link.object("floodingPort")) : both;
                table.add(from, to, kind, reason, flooding);
            } else {
                table.add(
                        from,
                        to,
                        kind,
                        link.has("latencyMicros") ? "%,.0f us".formatted(link.number("latencyMicros")) : "-");
            }
        }
        table.print(out);
    }

    /** Returns a port of a switch as text. */
    static String port(JsonObject port) {
        return port.text("switch") + ":" + port.port("port");
    }
}
