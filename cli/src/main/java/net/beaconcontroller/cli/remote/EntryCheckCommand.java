package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import net.beaconcontroller.cli.remote.client.JsonObject;
import net.beaconcontroller.cli.remote.client.RemoteOptions;
import net.beaconcontroller.cli.remote.client.RunningController;
import net.beaconcontroller.openflow.entry.Entry;
import net.beaconcontroller.openflow.entry.EntryChecks;
import net.beaconcontroller.openflow.entry.EntryException;
import net.beaconcontroller.openflow.entry.EntryFile;
import net.beaconcontroller.openflow.entry.EntryProblem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that checks a file of entries, without a controller or with one. */
@Command(
        name = "check",
        description = {
            "Checks a file of flows, groups and meters: notation, versions, prerequisites, references and conflicts.",
            "If a controller runs, also against its other entries and the connected switches.",
            "The exit code is 1 if there is an error."
        },
        footer = {"", "Examples:", "  beacon flows check flows.conf", "  beacon flows check --offline flows.conf"})
public final class EntryCheckCommand implements Callable<Integer> {
    @Mixin
    private RemoteOptions remote;

    @Option(names = "--offline", description = "Does not ask a controller.")
    private boolean offline;

    @Option(names = "--json", description = "Prints the problems as JSON.")
    private boolean json;

    @Parameters(paramLabel = "FILE", description = "Lines such as 'flow web: priority=10,actions=output:2', or JSON.")
    private Path file = Path.of("");

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        String text = EntryText.read(file);
        List<EntryProblem> problems;
        int count = 0;
        try {
            List<Entry> entries = EntryFile.parse(text);
            count = entries.size();
            problems = EntryChecks.check(entries);
        } catch (EntryException e) {
            problems = e.problems();
        }
        boolean isWrong = problems.stream().anyMatch(EntryProblem::isError);
        List<JsonObject> found = problems.stream().map(EntryCheckCommand::json).toList();
        Optional<RunningController> controller = isWrong || offline ? Optional.empty() : remote.running();
        if (controller.isPresent()) {
            JsonObject answer = JsonObject.of(controller.get().client().sendText("/api/staticflows/file/check", text));
            isWrong = !Boolean.TRUE.equals(answer.members().get("valid"));
            found = answer.objects("problems");
        }
        print(found, isWrong, count, controller.isPresent());
        return isWrong ? 1 : 0;
    }

    private static JsonObject json(EntryProblem problem) {
        return new JsonObject(Map.of(
                "severity", problem.isError() ? "error" : "warning",
                "line", problem.line(),
                "entry", problem.entry(),
                "field", problem.field(),
                "value", problem.value(),
                "reason", problem.reason(),
                "valid", problem.valid(),
                "scope", problem.scope()));
    }

    private void print(List<JsonObject> problems, boolean isWrong, int count, boolean wasOnline) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            problems.forEach(problem -> RemoteCommand.printJson(problem.members(), out));
            return;
        }
        problems.forEach(problem -> out.printf(
                "%s: %s%s%n",
                file, problem.text("severity").equals("error") ? "" : "warning: ", EntryText.describe(problem)));
        if (!isWrong) {
            out.printf(
                    "%s: %d entries are correct%s%n",
                    file, count, wasOnline ? ", also for the connected switches" : "; without a controller");
        }
    }
}
