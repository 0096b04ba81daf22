package net.beaconcontroller.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The packages of this module form layers: imports between them have no cycle. */
class PackagesTest {
    @Test
    void packagesHaveNoCyclicImports() throws IOException {
        assertThat(PackageCycles.in(Path.of("src/main/java"))).isEmpty();
    }
}
