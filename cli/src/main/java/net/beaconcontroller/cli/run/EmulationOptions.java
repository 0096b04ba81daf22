package net.beaconcontroller.cli.run;

import java.io.IOException;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.emulator.command.Emulation;
import net.beaconcontroller.emulator.command.StandardInputKind;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that run the controller, for a network beside it. */
public final class EmulationOptions {
    @Option(
            names = "--emulate",
            paramLabel = "TOPO",
            description = "Emulates a network for this controller: a topology such as fattree,4, or a file."
                    + " See 'beacon emulate --help'.")
    private @Nullable String topology;

    @Option(
            names = "--emulate-script",
            paramLabel = "FILE",
            description = "A file of commands to that network; - is standard input. Beacon keeps running after a file "
                    + "without 'quit' and exits at the end of standard input.")
    private @Nullable String script;

    /** Reads the topology and the script, see {@link Emulation.Plan#of}. Returns null without a network. */
    public Emulation.@Nullable Plan read() throws IOException {
        if (topology == null) {
            if (script != null) {
                throw new UsageException("--emulate-script needs --emulate");
            }
            return null;
        }
        return Emulation.Plan.of(topology, script, StandardInputKind.detect());
    }
}
