package net.beaconcontroller.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import net.beaconcontroller.openflow.PackageCycles;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The packages of the command line and of the benchmarks form layers: imports between them have no cycle. */
class PackageCyclesTest {
    @ParameterizedTest
    @ValueSource(strings = {"src/main/java", "../tools/bench/src/main/java"})
    void packagesHaveNoCyclicImports(Path sources) throws IOException {
        assertThat(PackageCycles.in(sources)).isEmpty();
    }
}
