package net.beaconcontroller.bench.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ThreadTimesTest {
    @Test
    void aThreadThatEndsWhileTheTimesAreReadIsNoError() throws Exception {
        var end = new AtomicBoolean();
        Thread starter = Thread.ofPlatform().start(() -> {
            while (!end.get()) {
                Thread.ofPlatform().start(() -> {});
            }
        });
        try {
            for (int i = 0; i < 500; i++) {
                assertThat(ThreadTimes.of(ProcessHandle.current().pid()).allNanos())
                        .isPositive();
            }
        } finally {
            end.set(true);
            starter.join();
        }
    }
}
