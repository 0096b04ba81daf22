package net.beaconcontroller.api.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RateLimitedLogTest {
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    private final ManualThreads threads = new ManualThreads();

    private final class Recorder implements Logger {
        @Override
        public String getName() {
            return "recorder";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String message, @Nullable Throwable thrown) {
            lines.add(String.valueOf(message));
        }

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String format, @Nullable Object... params) {
            lines.add(String.valueOf(format));
        }
    }

    @Test
    void dropsLinesAboveTheLimitAndReportsTheirNumberInTheNextSecond() {
        var log = new RateLimitedLog(new Recorder(), 2, threads);
        for (int i = 0; i < 5; i++) {
            log.log(Logger.Level.INFO, "line " + i);
        }
        assertThat(lines).containsExactly("line 0", "line 1");
        threads.nowNanos += TimeUnit.SECONDS.toNanos(1);
        log.log(Logger.Level.INFO, "line 5");
        assertThat(lines).containsExactly("line 0", "line 1", "log rate limit: 3 similar lines dropped", "line 5");
    }

    @Test
    void reportsTheNumberAfterASecondIfNoLineFollows() {
        long before = RateLimitedLog.droppedLines();
        var log = new RateLimitedLog(new Recorder(), 1, threads);
        for (int i = 0; i < 4; i++) {
            log.log(Logger.Level.INFO, "line " + i);
        }
        assertThat(RateLimitedLog.droppedLines() - before).isGreaterThanOrEqualTo(3);
        threads.runDelayed();
        assertThat(lines).containsExactly("line 0", "log rate limit: 3 similar lines dropped");
    }
}
