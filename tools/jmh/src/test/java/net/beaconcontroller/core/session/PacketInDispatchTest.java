package net.beaconcontroller.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

@Tag("measuring")
class PacketInDispatchTest {
    private static final int VERSIONS = 5;

    @Test
    void dispatchToTheFlowModAllocatesNothingInAnyVersion() throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(PacketInDispatch.class.getName())
                        .shouldFailOnError(true)
                        .forks(0)
                        .warmupIterations(1)
                        .warmupTime(TimeValue.milliseconds(300))
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(100))
                        .addProfiler(GCProfiler.class)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();
        assertThat(results)
                .hasSize(VERSIONS * PacketInDispatch.Form.values().length)
                .allSatisfy(result -> {
                    var allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
                    // JMH omits the result if nothing was allocated.
                    assertThat(allocated == null ? 0 : allocated.getScore())
                            .as("bytes per packet-in, %s", result.getParams().id())
                            .isLessThan(0.1);
                });
    }
}
