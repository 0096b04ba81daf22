package net.beaconcontroller.bench.command;

import java.util.OptionalDouble;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.console.Range;
import picocli.CommandLine.Option;

/** The options of measurements in pairs. */
final class PairOptions {
    private static final int MAX_PAIRS = 1_000;

    @Option(names = "--pairs", paramLabel = "COUNT", description = "Pairs of measurements. Default: ${DEFAULT-VALUE}.")
    private int pairs = 5;

    @Option(names = "--switches", paramLabel = "COUNT", description = "Number of switches. Default: ${DEFAULT-VALUE}.")
    private int switches = 16;

    @Option(
            names = "--window",
            paramLabel = "COUNT",
            description = "Outstanding packet-ins per switch. Default: ${DEFAULT-VALUE}.")
    private int window = 700;

    /** Returns the number of pairs. */
    int count() {
        Range.check("--pairs", pairs, 1, MAX_PAIRS);
        return pairs;
    }

    /** Returns the load that saturates a controller. */
    Load load(LoadOptions options) {
        return options.load(switches, window, 1, OptionalDouble.empty());
    }
}
