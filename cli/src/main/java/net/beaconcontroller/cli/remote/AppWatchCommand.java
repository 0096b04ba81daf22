package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.cli.remote.client.RemoteOptions;
import net.beaconcontroller.console.OutputClosedException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command that prints the applications, and each change of their states until it is ended. */
@Command(
        name = "watch",
        description = "Prints the states of the applications of a running controller, and each change, until Ctrl-C.",
        footer = {"", "Example:", "  beacon app watch"})
public final class AppWatchCommand implements Callable<Integer> {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    @Mixin
    private RemoteOptions remote;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ControllerClient client = remote.client();
        PrintWriter out = spec.commandLine().getOut();
        Map<String, String> known = new LinkedHashMap<>();
        while (true) {
            Map<String, String> now = new LinkedHashMap<>();
            for (JsonObject application : JsonObject.list(client.get("applications"))) {
                String reason = application.text("reason");
                now.put(
                        application.text("name"),
                        "%s %s%s"
                                .formatted(
                                        application.text("version"),
                                        application.text("state"),
                                        reason.isEmpty() ? "" : ": " + reason));
            }
            String time = LocalTime.now(ZoneId.systemDefault()).format(TIME);
            now.forEach((name, state) -> {
                if (!state.equals(known.put(name, state))) {
                    out.printf("%s %s %s%n", time, name, state);
                }
            });
            known.keySet().removeIf(name -> {
                boolean removed = !now.containsKey(name);
                if (removed) {
                    out.printf("%s %s removed%n", time, name);
                }
                return removed;
            });
            OutputClosedException.flush(out);
            TimeUnit.SECONDS.sleep(1);
        }
    }
}
