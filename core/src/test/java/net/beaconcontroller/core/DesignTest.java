package net.beaconcontroller.core;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.beaconcontroller.core.options.ControllerOptions;
import org.junit.jupiter.api.Test;

class DesignTest {
    @Test
    void theDesignsForComparisonAreRefusedWithoutTheirModule() {
        ControllerOptions options = ControllerOptions.onFreePort();
        ControllerOptions.Io io =
                options.io().withDesign(ControllerOptions.Read.SHARED_QUEUE, ControllerOptions.Write.BATCHED);
        assertThatThrownBy(() -> new OpenFlowController(options.withIo(io)).close())
                .hasMessage("io.read=shared-queue, io.write=batched: the designs for comparison are not installed;"
                        + " valid are run-to-completion and batched");
    }
}
