package net.beaconcontroller.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
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
        LogConfiguration.setFormat(LogFormat.TEXT);
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
    void writesAnObjectOnEachLineAsJson() {
        LogConfiguration.setFormat(LogFormat.JSON);
        System.getLogger("net.beaconcontroller.test")
                .log(
                        System.Logger.Level.ERROR,
                        "quoted \"name\",\nsecond line, \u001b[31m",
                        new IllegalStateException("why", new IllegalArgumentException("cause")));
        log("net.beaconcontroller.test", System.Logger.Level.INFO, "port 3 is up");
        assertThat(lines).hasSize(2).allSatisfy(line -> assertThat(line).matches("\\{.*\\}\\R"));
        Config error = ConfigFactory.parseString(
                lines.getFirst(), ConfigParseOptions.defaults().setSyntax(ConfigSyntax.JSON));
        assertThat(error.getString("formattedMessage")).isEqualTo("quoted \"name\",\nsecond line, \u001b[31m");
        assertThat(error.getString("level")).isEqualTo("ERROR");
        assertThat(error.getString("loggerName")).isEqualTo("net.beaconcontroller.test");
        assertThat(error.getLong("timestamp")).isPositive();
        assertThat(error.getString("throwable.message")).isEqualTo("why");
        assertThat(error.getString("throwable.cause.message")).isEqualTo("cause");
    }

    @Test
    void writesThePriorityOfEachLineForAJournalWhichHasTheTime() {
        LogConfiguration.setFormat(LogFormat.JOURNAL);
        log("net.beaconcontroller.test", System.Logger.Level.WARNING, "port 3 is full");
        System.getLogger("net.beaconcontroller.test")
                .log(System.Logger.Level.ERROR, "failed", new IllegalStateException("why"));
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst()).matches("<4>test: port 3 is full\\R");
        assertThat(lines.getLast().lines())
                .startsWith("<3>test: failed", "<3>java.lang.IllegalStateException: why")
                .allMatch(line -> line.startsWith("<3>"));
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
