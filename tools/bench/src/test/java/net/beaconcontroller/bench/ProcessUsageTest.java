package net.beaconcontroller.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessUsageTest {
    private static final long OWN = ProcessHandle.current().pid();

    @Test
    void readsTimesMemoryAndStartBehindANameWithSpaces() throws IOException {
        String stat = "4711 (java (x) y) S 1 4711 4711 0 -1 4194560 1 2 3 4 150 50 7 8 20 0 28 0 123456 5000000 2000 1";
        ProcessUsage usage = ProcessUsage.parse(stat + "\nName:\tjava\nVmRSS:\t   2048 kB\nThreads:\t28\n");

        assertThat(usage.cpuNanos()).isEqualTo(Duration.ofSeconds(2).toNanos());
        assertThat(usage.residentMebibytes()).hasValue(2);
        assertThat(usage.started()).isEqualTo("123456");
        assertThat(ProcessUsage.parse(stat).residentMebibytes()).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aCommandTellsTheSameAsTheProcessOfThisMachine() throws Exception {
        ProcessUsage before = ProcessUsage.of(OWN).orElseThrow();
        ProcessUsage byCommand = ProcessUsage.by("cat /proc/%1$d/stat /proc/%1$d/status".formatted(OWN));
        ProcessUsage after = ProcessUsage.of(OWN).orElseThrow();

        assertThat(byCommand.cpuNanos()).isBetween(before.cpuNanos(), after.cpuNanos());
        assertThat(byCommand.residentMebibytes().orElseThrow()).isBetween(10.0, 10_000.0);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aCommandThatFailsOrPrintsSomethingElseIsRefusedWithItsOutput() {
        assertThatThrownBy(() -> ProcessUsage.by("echo no such host >&2; exit 255"))
                .isInstanceOf(IOException.class)
                .hasMessage("exit code 255: no such host");
        assertThatThrownBy(() -> ProcessUsage.by("echo hello"))
                .isInstanceOf(IOException.class)
                .hasMessage("needs the content of /proc/PID/stat, but printed: hello");
    }

    @Test
    void theTimePerAnswerIsUnknownIfTheProcessWasRestarted() {
        Optional<ProcessUsage> first = usage(1_000_000, "1");
        Optional<ProcessUsage> later = usage(3_000_000, "1");
        Optional<ProcessUsage> other = usage(4_000_000, "2");

        assertThat(ProcessUsage.cpuMicros(first, later, 1000)).hasValue(2);
        assertThat(ProcessUsage.wasRestarted(first, later)).isFalse();
        assertThat(ProcessUsage.cpuMicros(first, other, 1000)).isEmpty();
        assertThat(ProcessUsage.wasRestarted(first, other)).isTrue();
        assertThat(ProcessUsage.cpuMicros(first, Optional.empty(), 1000)).isEmpty();
        assertThat(ProcessUsage.wasRestarted(first, Optional.empty())).isFalse();
    }

    private static Optional<ProcessUsage> usage(long cpuNanos, String started) {
        return Optional.of(new ProcessUsage(cpuNanos, OptionalLong.empty(), started));
    }
}
