package net.beaconcontroller.bench.command;

import net.beaconcontroller.bench.Benchmark;
import net.beaconcontroller.bench.load.CompiledLoad;
import net.beaconcontroller.bench.load.LoadGenerator;
import net.beaconcontroller.console.UsageException;
import picocli.CommandLine.Option;

/** The option that selects the load generator. */
final class GeneratorOption {
    @Option(
            names = "--generator",
            paramLabel = "LANGUAGE",
            description = "The load generator: java, or c, which costs less per packet-in, has one thread, and is"
                    + " compiled when it is first used. Latencies are measured by java. Default: ${DEFAULT-VALUE}.")
    private String language = "java";

    /** Returns the load generator. */
    Benchmark benchmark() {
        return switch (language) {
            case "java" -> new LoadGenerator();
            case "c" ->
                (target, load, progress) -> {
                    Benchmark chosen = load.window() == 1 ? new LoadGenerator() : new CompiledLoad();
                    return chosen.measure(target, load, progress);
                };
            default -> throw new UsageException("--generator %s: needs java or c".formatted(language));
        };
    }
}
