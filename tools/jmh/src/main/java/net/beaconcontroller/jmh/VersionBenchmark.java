package net.beaconcontroller.jmh;

import java.util.concurrent.TimeUnit;
import net.beaconcontroller.openflow.Version;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A benchmark of an operation in each OpenFlow version, in nanoseconds. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 2,
        jvmArgsAppend = {OpenFlowJ.QUIET_LOG, OpenFlowJ.FAST_BUFFERS})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public abstract class VersionBenchmark {
    @Param({"OF10", "OF12", "OF13", "OF14", "OF15"})
    public Version version = Version.OF10;
}
