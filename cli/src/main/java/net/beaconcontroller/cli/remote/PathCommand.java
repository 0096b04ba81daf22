package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that prints the path between two hosts. */
@Command(
        name = "path",
        description = "Prints the path that packets take from one host to another, and the flows that forward them.",
        footer = {
            "",
            "Examples:",
            "  beacon path 10.0.0.1 10.0.0.7",
            "  beacon path 00:00:00:00:00:01 10.0.0.7 --json | jq .hops"
        })
public final class PathCommand extends ListCommand {
    @Parameters(index = "0", paramLabel = "FROM", description = "A MAC, IPv4 or IPv6 address of the first host.")
    private String from = "";

    @Parameters(index = "1", paramLabel = "TO", description = "An address of the second host.")
    private String to = "";

    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        return client.get("/api/routing/path?from=%s&to=%s"
                .formatted(ControllerClient.encode(from), ControllerClient.encode(to)));
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        JsonObject path = JsonObject.of(answer);
        out.printf(
                "%s -> %s: cost %s, %d shortest paths%n%n",
                path.text("from"),
                path.text("to"),
                path.text("cost"),
                path.elements("shortest").size());
        var table = new Table("SWITCH", "IN PORT", "OUT PORT", "FLOWS");
        for (JsonObject hop : path.objects("hops")) {
            List<?> flows = hop.has("flows") ? hop.elements("flows") : List.of("no answer");
            table.add(
                    hop.text("switch"),
                    hop.port("inPort"),
                    hop.port("outPort"),
                    flows.isEmpty() ? "none" : String.valueOf(flows.getFirst()));
            flows.stream().skip(1).forEach(flow -> table.add("", "", "", String.valueOf(flow)));
        }
        table.print(out);
    }
}
