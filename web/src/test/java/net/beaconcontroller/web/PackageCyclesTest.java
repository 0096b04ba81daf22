package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import net.beaconcontroller.openflow.PackageCycles;
import org.junit.jupiter.api.Test;

/** The packages of the HTTP server form layers: imports between them have no cycle. */
class PackageCyclesTest {
    @Test
    void packagesHaveNoCyclicImports() throws IOException {
        assertThat(PackageCycles.in(Path.of("src/main/java"))).isEmpty();
    }
}
