package net.beaconcontroller.cli.support;

import java.util.Map;
import net.beaconcontroller.console.HostPort;
import net.beaconcontroller.console.Range;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The option to debug the controller and its applications. The launcher makes the JVM listen for a debugger; this class
 * has the settings without which a breakpoint would have consequences.
 */
public final class DebugOption {
    @Option(
            names = "--debug",
            arity = "0..1",
            paramLabel = "PORT",
            fallbackValue = "5005",
            description = "Listens for a debugger (JDWP) on this port of 127.0.0.1 (${FALLBACK-VALUE}), and sets no"
                    + " limits to the time that applications take.")
    private @Nullable Integer port;

    /** Returns whether the command line has the option. */
    public boolean isPresent() {
        return port != null;
    }

    /** Returns the settings that apply unless the command line has others. */
    Map<String, String> settings() {
        if (port == null) {
            return Map.of();
        }
        Range.check("--debug", port, 1, HostPort.MAX_PORT);
        return Map.of(
                "isolation.call-time", "off",
                "isolation.lifecycle-time", "off",
                "isolation.loop-share", "off",
                "isolation.slow-call", "off");
    }
}
