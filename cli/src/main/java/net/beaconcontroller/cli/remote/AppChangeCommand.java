package net.beaconcontroller.cli.remote;

import java.io.PrintWriter;
import java.util.List;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.console.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command that changes applications, and prints the steps. */
public abstract class AppChangeCommand extends RemoteCommand {
    @Option(names = "--dry-run", description = "Prints the steps without making them.")
    private boolean dryRun;

    boolean isDryRun() {
        return dryRun;
    }

    @Override
    int exitCode(@Nullable Object answer) {
        List<JsonObject> hanging = JsonObject.of(answer).objects("steps").stream()
                .filter(step -> !step.text("hanging").isEmpty())
                .toList();
        hanging.forEach(
                step -> err().printf("beacon: application %s: %s%n", step.text("application"), step.text("hanging")));
        return hanging.isEmpty() ? 0 : 1;
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        List<JsonObject> steps = JsonObject.of(answer).objects("steps");
        if (steps.isEmpty()) {
            out.println("nothing to do");
            return;
        }
        var table = new Table(dryRun ? "WOULD" : "DONE", "APPLICATION", "VERSION", "REASON");
        steps.forEach(step ->
                table.add(step.text("action"), step.text("application"), step.text("version"), step.text("reason")));
        table.print(out);
    }
}
