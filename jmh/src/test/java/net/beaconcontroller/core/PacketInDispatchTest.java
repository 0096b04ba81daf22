package net.beaconcontroller.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import net.beaconcontroller.openflow.Version;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

class PacketInDispatchTest {
    @ParameterizedTest
    @EnumSource(names = "OF11", mode = EnumSource.Mode.EXCLUDE)
    void dispatchToTheFlowModAllocatesNothing(Version version) throws Exception {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(PacketInDispatch.class.getName())
                        .param("version", version.name())
                        .forks(1)
                        .warmupIterations(2)
                        .warmupTime(TimeValue.seconds(1))
                        .measurementIterations(1)
                        .measurementTime(TimeValue.seconds(1))
                        .addProfiler(GCProfiler.class)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();
        assertThat(results).hasSize(1);
        var allocated = results.iterator().next().getSecondaryResults().get("gc.alloc.rate.norm");
        assertThat(allocated == null ? 0 : allocated.getScore()) // of nothing at all, JMH says nothing
                .as("bytes a packet-in")
                .isLessThan(0.1);
    }
}
