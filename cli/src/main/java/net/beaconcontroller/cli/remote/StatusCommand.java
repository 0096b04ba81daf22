package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The command that prints the state of a running controller. */
@Command(
        name = "status",
        description = "Prints the state of a running controller.",
        footer = {"", "Examples:", "  beacon status", "  beacon status --url https://192.0.2.7:8443 --token-file token"
        })
public final class StatusCommand extends RemoteCommand {
    private static final int MIB = 1 << 20;

    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        return client.get("status");
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        JsonObject status = JsonObject.of(answer);
        Duration uptime = Duration.ofSeconds((long) status.number("uptimeSeconds"));
        String applications = status.object("applications").members().entrySet().stream()
                .map(entry -> "%s %s".formatted(entry.getValue(), entry.getKey()))
                .collect(Collectors.joining(", "));
        line(out, "version", status.text("version"));
        line(
                out,
                "uptime",
                "%d d %02d:%02d:%02d"
                        .formatted(
                                uptime.toDays(), uptime.toHoursPart(), uptime.toMinutesPart(), uptime.toSecondsPart()));
        line(out, "switches", switches(status));
        line(out, "listens", status.object("addresses").text("openflow"));
        line(out, "transport", status.text("transport"));
        line(out, "loops", status.text("loops"));
        line(out, "packet-ins", "%,d".formatted((long) status.number("packetIns")));
        line(out, "applications", applications);
        line(out, "failures of listeners", status.text("listenerFailures"));
        line(
                out,
                "heap",
                "%.0f of %.0f MiB"
                        .formatted(
                                status.object("memory").number("heapUsedBytes") / MIB,
                                status.object("memory").number("heapMaxBytes") / MIB));
    }

    private static String switches(JsonObject status) {
        return Stream.of("standby", "watched", "refused")
                .filter(state -> status.number(state + "Switches") > 0)
                .map(state -> ", %s %s".formatted(status.text(state + "Switches"), state))
                .collect(Collectors.joining("", status.text("switches"), ""));
    }

    private static void line(PrintWriter out, String name, String value) {
        out.printf("%-22s %s%n", name, value);
    }
}
