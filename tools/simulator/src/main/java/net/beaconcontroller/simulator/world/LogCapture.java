package net.beaconcontroller.simulator.world;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Takes what the threads of a world log into its timeline, and keeps what no world may log. */
final class LogCapture implements AutoCloseable {
    /** Of a thread that runs a world, and of the threads of that world, which inherit it. */
    private static final InheritableThreadLocal<LogCapture> CURRENT = new InheritableThreadLocal<>();

    private static final class Appender extends AppenderBase<ILoggingEvent> {
        @Override
        protected void append(ILoggingEvent event) {
            LogCapture capture = CURRENT.get();
            if (capture != null) {
                capture.add(event);
            }
        }
    }

    private final Timeline timeline;
    private final List<String> failures = new ArrayList<>();

    private LogCapture(Timeline timeline) {
        this.timeline = timeline;
    }

    /** Replaces the appenders of this process. */
    static void install() {
        var context = (LoggerContext) LoggerFactory.getILoggerFactory();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        root.setLevel(Level.INFO);
        var appender = new Appender();
        appender.setContext(context);
        appender.start();
        root.addAppender(appender);
    }

    /** Begins to take the lines of the threads that this thread starts from now on. */
    static LogCapture begin(Timeline timeline) {
        var capture = new LogCapture(timeline);
        CURRENT.set(capture);
        return capture;
    }

    private void add(ILoggingEvent event) {
        String name = event.getLoggerName();
        String text = "%s %s: %s"
                .formatted(event.getLevel(), name.substring(name.lastIndexOf('.') + 1), event.getFormattedMessage());
        timeline.add(text);
        if (event.getThrowableProxy() != null) {
            timeline.add("  " + event.getThrowableProxy().getClassName());
            for (StackTraceElementProxy element : event.getThrowableProxy().getStackTraceElementProxyArray()) {
                timeline.add("    " + element);
            }
        }
        boolean isFaulty = event.getThrowableProxy() != null
                && event.getThrowableProxy().getClassName().equals(FaultyApplication.Failure.class.getName());
        if (!isFaulty && (event.getLevel() == Level.ERROR || event.getThrowableProxy() != null)) {
            failures.add("the log has: " + text);
        }
    }

    List<String> failures() {
        return failures;
    }

    @Override
    public void close() {
        CURRENT.remove();
    }
}
