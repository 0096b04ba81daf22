package net.beaconcontroller.cli.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.cli.remote.client.ControllerClient;
import net.beaconcontroller.console.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The command that adds a static entry. */
@Command(
        name = "add",
        description = "Adds a static entry: the controller keeps it in the switches from now on, also over restarts.",
        footer = {
            "",
            "Examples:",
            "  beacon flows add --name web priority=100,tcp,tp_dst=80,actions=output:2",
            "  beacon groups add --on 1,2 group_id=1,type=select,bucket=output:1,bucket=output:2",
            "  beacon meters add --of 1.3 meter=1,kbps,bands=type=drop,rate=1000",
            "  beacon flows add --on 'hardware=Open vSwitch*' priority=1,arp,actions=NORMAL"
        })
public final class EntryAddCommand extends RemoteCommand {
    @ParentCommand
    private EntriesCommand parent;

    @Option(names = "--name", paramLabel = "NAME", description = "The name of the entry. Default: derived from it.")
    private @Nullable String name;

    @Option(
            names = "--on",
            paramLabel = "SWITCHES",
            description = "The switches that it is for: all, or datapath ids, ranges such as 1-ff, and conditions such "
                    + "as hardware=Open vSwitch*, separated by commas. Default: all.")
    private String switches = "all";

    @Option(
            names = "--of",
            paramLabel = "VERSIONS",
            split = ",",
            description = "The versions of OpenFlow that it is for, such as 1.3,1.5. Default: all.")
    private List<String> versions = List.of();

    @Option(names = "--replace", description = "Replaces the entry with the name, if there is one; needs --name.")
    private boolean replace;

    @Option(names = "--dry-run", description = "Checks the entry without adding it.")
    private boolean dryRun;

    @Parameters(paramLabel = "TEXT", arity = "1..*", description = "The entry in the notation of ovs-ofctl.")
    private List<String> text = List.of();

    @Override
    @Nullable
    Object request(ControllerClient client) throws IOException, InterruptedException {
        var entry = new LinkedHashMap<String, @Nullable Object>();
        entry.put("name", name);
        entry.put("kind", parent.word());
        entry.put("switches", switches);
        entry.put("versions", versions);
        entry.put("text", String.join(" ", text));
        if (!replace) {
            return client.send("POST", "/api/staticflows/entries?dryRun=" + dryRun, Map.of("entries", List.of(entry)));
        } else if (name == null) {
            throw new UsageException("--replace: needs the name of the entry with --name");
        }
        return client.send(
                "PUT", "/api/staticflows/entries/%s?dryRun=%s".formatted(ControllerClient.encode(name), dryRun), entry);
    }

    @Override
    void print(@Nullable Object answer, PrintWriter out) {
        EntryLoadCommand.printChange(answer, dryRun, out);
    }
}
