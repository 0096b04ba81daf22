package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import net.beaconcontroller.cli.support.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The command that lists the links between switches. */
@Command(
        name = "links",
        description = "Lists the links that the application topology has discovered, each in one direction.",
        footer = {"", "Examples:", "  beacon links", "  beacon links --watch 5"})
public final class LinksCommand extends ListCommand {
    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        return client.get("/api/topology/links");
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        var table = new Table("FROM", "TO", "KIND", "LATENCY");
        for (JsonObject link : JsonObject.list(answer)) {
            table.add(
                    port(link.object("from")),
                    port(link.object("to")),
                    link.text("kind"),
                    link.has("latencyMicros") ? "%,.0f us".formatted(link.number("latencyMicros")) : "-");
        }
        table.print(out);
    }

    /** Returns a port of a switch as text. */
    static String port(JsonObject port) {
        return port.text("switch") + ":" + port.text("port");
    }
}
