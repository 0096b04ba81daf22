package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.Table;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.openflow.DatapathId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that requests a role at switches. */
@Command(
        name = "role",
        description = {
            "Requests a role of the controller at a switch or at all switches (OpenFlow 1.2 and later).",
            "",
            "master takes a switch over: the switch makes its previous master a slave. A slave waits, and does not"
                    + " change the switch. With 'all', the role is also requested from the switches that connect"
                    + " until the controller stops."
        },
        footer = {
            "",
            "Examples:",
            "  beacon role all master             takes all switches over",
            "  beacon role 1 slave                leaves switch 1 to the other controllers",
            "  beacon role 1 master --generation 7",
            "",
            "Exit code 1 if a switch has refused the role."
        })
public final class RoleCommand extends RemoteCommand {
    private static final String ALL = "all";

    @Parameters(index = "0", paramLabel = "SWITCH", description = "A datapath id, or all.")
    private String sw = "";

    @Parameters(index = "1", paramLabel = "ROLE", description = "master, slave or equal.")
    private String role = "";

    @Option(
            names = "--generation",
            paramLabel = "N",
            description = "The generation id of the request, an unsigned number. The switch refuses one that is less"
                    + " than its current one. Default: the current one plus 1 for master.")
    private @Nullable String generation;

    private boolean isRefused;

    @Override
    public Integer call() throws IOException, InterruptedException {
        super.call();
        return isRefused ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
    }

    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        Map<String, @Nullable Object> body = new HashMap<>();
        body.put("role", role);
        body.put("generationId", generation);
        Object answer = client.send("PUT", sw.equals(ALL) ? "switches/role" : "switches/" + id() + "/role", body);
        List<?> results = answer instanceof List<?> list
                ? list
                : List.of(JsonObject.of(answer).members());
        isRefused = JsonObject.list(results).stream().anyMatch(result -> result.has("error"));
        return results;
    }

    private String id() {
        try {
            return DatapathId.toString(DatapathId.parse(sw));
        } catch (IllegalArgumentException _) {
            throw new UsageException("SWITCH %s: %s, or all".formatted(sw, DatapathId.NEEDED));
        }
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        var table = new Table("SWITCH", "ROLE", "GENERATION ID", "RESULT");
        for (JsonObject result : JsonObject.list(answer)) {
            table.add(
                    result.text("id"),
                    result.text("role"),
                    result.text("generationId"),
                    result.has("error") ? result.text("error") : "ok");
        }
        table.print(out);
    }
}
