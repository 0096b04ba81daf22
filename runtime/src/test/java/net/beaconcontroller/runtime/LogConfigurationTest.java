package net.beaconcontroller.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.core.OpenFlowController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.event.Level;

/** The levels of the loggers are shared by all tests of this module. */
@Isolated
class LogConfigurationTest {
    private final List<String> lines = new ArrayList<>();

    @BeforeEach
    void logToAList() {
        LogConfiguration.setConsole(lines::add);
    }

    @AfterEach
    void restore() {
        LogConfiguration.setConsole(null);
        LogConfiguration.setLevel(Level.INFO);
        LogConfiguration.setConnectionLog(true);
    }

    @Test
    void writesLinesToTheConsole() {
        log("net.beaconcontroller.test", System.Logger.Level.WARNING, "port 3 is full");
        assertThat(lines)
                .singleElement()
                .asString()
                .matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} WARN  test: port 3 is full\\R");
    }

    @Test
    void keepsTheDebugMessagesOfTheJdkOutOfTheLog() {
        LogConfiguration.setLevel(Level.DEBUG);
        log("jdk.event.security", System.Logger.Level.DEBUG, "X509Certificate: ...");
        assertThat(lines).isEmpty();
        log("net.beaconcontroller.test", System.Logger.Level.DEBUG, "cache miss");
        assertThat(lines).singleElement().asString().contains("cache miss");
    }

    @Test
    void appliesALessVerboseLevelToTheJdkToo() {
        LogConfiguration.setLevel(Level.ERROR);
        log("jdk.event.security", System.Logger.Level.WARNING, "X509Certificate: ...");
        assertThat(lines).isEmpty();
    }

    @Test
    void leavesOutSwitchesThatConnectUnlessTheLevelIsDebug() {
        LogConfiguration.setConnectionLog(false);
        log(OpenFlowController.CONNECTION_LOG, System.Logger.Level.INFO, "switch 1 connected");
        assertThat(lines).isEmpty();

        LogConfiguration.setLevel(Level.DEBUG);
        LogConfiguration.setConnectionLog(false);
        log(OpenFlowController.CONNECTION_LOG, System.Logger.Level.INFO, "switch 2 connected");
        assertThat(lines).singleElement().asString().contains("switch 2 connected");
    }

    private static void log(String logger, System.Logger.Level level, String message) {
        System.getLogger(logger).log(level, message);
    }
}
