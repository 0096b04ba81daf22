package net.beaconcontroller.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

class CodecBenchmarksTest {
    private static final int VERSIONS = 5;
    private static final TimeValue WARM_UP = TimeValue.milliseconds(300);

    @ParameterizedTest
    @ValueSource(strings = {"PacketInDecoding.view", "FlowModEncoding.inPlace"})
    @Tag("measuring")
    void hotPathsAllocateNothingInAnyVersion(String benchmark) throws RunnerException {
        Collection<RunResult> results = run(options(benchmark)
                .warmupIterations(1)
                .measurementTime(TimeValue.milliseconds(100))
                .addProfiler(GCProfiler.class));
        assertThat(results).hasSize(VERSIONS).allSatisfy(result -> {
            var allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
            // JMH omits the metric if nothing was allocated.
            assertThat(allocated == null ? 0 : allocated.getScore())
                    .as("bytes a message, %s", result.getParams().getParam("version"))
                    .isLessThan(0.1);
        });
    }

    /** Each benchmark compares the results of the two libraries before it measures. */
    @Test
    void bothLibrariesDoTheSameWorkInAllVersions() throws RunnerException {
        int methods = 3 + 3 + 2;
        assertThat(run(options("").measurementTime(TimeValue.milliseconds(1)))).hasSize(methods * VERSIONS);
    }

    private static ChainedOptionsBuilder options(String benchmark) {
        return new OptionsBuilder()
                .include("\\Q" + CodecBenchmarksTest.class.getPackageName() + "." + benchmark)
                .shouldFailOnError(true)
                .forks(0)
                .warmupIterations(0)
                .warmupTime(WARM_UP)
                .measurementIterations(1)
                .verbosity(VerboseMode.SILENT);
    }

    private static Collection<RunResult> run(ChainedOptionsBuilder options) throws RunnerException {
        return new Runner(options.build()).run();
    }
}
