package net.beaconcontroller.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.runtime.events.EventLog;
import net.beaconcontroller.runtime.events.LogEvents;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The Logback configuration: one line per event, of text or JSON, on standard error or on the console of an emulated
 * network. Logback loads this class as a service, so that no configuration file is read at start.
 */
public final class LogConfiguration extends ContextAwareBase implements Configurator {
    private static final String PATTERN = "%d{HH:mm:ss.SSS} %-5level %logger{0}: %msg%n";

    /** The pattern for a journal, which has the time and the level. */
    private static final String JOURNAL_PATTERN = "%logger{0}: %msg%n";

    /** The loggers of the JDK. Their debug messages, for example about each TLS certificate, are not Beacon's. */
    private static final List<String> JDK_LOGGERS = List.of("java", "javax", "jdk", "sun", "com.sun");

    /** The loggers of the HTTP server's libraries, which report their life cycle at INFO. */
    private static final List<String> LIBRARY_LOGGERS = List.of("org.eclipse.jetty", "org.glassfish", "org.jvnet.hk2");

    /** Completes in {@link #configure}: until then SLF4J gives other threads a substitute for the Logback context. */
    private static final CompletableFuture<LoggerContext> CONTEXT = new CompletableFuture<>();

    private static volatile @Nullable Consumer<String> console;

    /** Makes lines of an event, each with its line end. */
    private static volatile Function<ILoggingEvent, String> format = ILoggingEvent::getFormattedMessage;

    /** Writes events to the console if there is one, otherwise to standard error. */
    private static final class LineAppender extends AppenderBase<ILoggingEvent> {
        @Override
        protected void append(ILoggingEvent event) {
            print(format.apply(event));
        }
    }

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        format = text(context, PATTERN);
        var appender = new LineAppender();
        appender.setContext(context);
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.addAppender(appender);
        setLevels(context, Level.INFO);
        CONTEXT.complete(context);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /**
     * A logger with its level.
     *
     * @param level the level that applies
     * @param isOwn whether the level was set for this logger; else it is that of the nearest logger above
     */
    public record LoggerLevel(String name, org.slf4j.event.Level level, boolean isOwn) {}

    /**
     * Sets the level of all loggers except those of the JDK, which stay at INFO or a less verbose level, and those of
     * the HTTP server's libraries, which stay at WARN or a less verbose level.
     */
    static void setLevel(org.slf4j.event.Level level) {
        setLevels(context(), Level.convertAnSLF4JLevel(level));
    }

    private static void setLevels(LoggerContext context, Level root) {
        context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(root);
        Level jdk = root.isGreaterOrEqual(Level.INFO) ? root : Level.INFO;
        JDK_LOGGERS.forEach(name -> context.getLogger(name).setLevel(jdk));
        Level library = root.isGreaterOrEqual(Level.WARN) ? root : Level.WARN;
        LIBRARY_LOGGERS.forEach(name -> context.getLogger(name).setLevel(library));
    }

    /** Returns the loggers that exist, the root logger first, and then ordered by name. */
    public static List<LoggerLevel> loggers() {
        return context().getLoggerList().stream()
                .map(LogConfiguration::describe)
                .toList();
    }

    /** Returns a logger, or the one that would be created. */
    public static LoggerLevel logger(String name) {
        LoggerContext context = context();
        Logger existing = context.exists(name);
        if (existing != null) {
            return describe(existing);
        }
        int dot = name.lastIndexOf('.');
        LoggerLevel parent = logger(dot < 0 ? org.slf4j.Logger.ROOT_LOGGER_NAME : name.substring(0, dot));
        return new LoggerLevel(name, parent.level, false);
    }

    /** Sets the form of the lines that follow. */
    static void setFormat(LogFormat newFormat) {
        format = switch (newFormat) {
            case TEXT -> text(context(), PATTERN);
            case JSON -> json();
            case JOURNAL -> journal(text(context(), JOURNAL_PATTERN));
        };
    }

    private static Function<ILoggingEvent, String> text(LoggerContext context, String pattern) {
        var layout = new PatternLayout();
        layout.setContext(context);
        layout.setPattern(pattern);
        layout.start();
        return layout::doLayout;
    }

    private static Function<ILoggingEvent, String> json() {
        JsonEncoder encoder = newJsonEncoder();
        return event -> new String(encoder.encode(event), UTF_8);
    }

    /** Each line has a priority, also those of a stack trace: the journal keeps each as an entry. */
    private static Function<ILoggingEvent, String> journal(Function<ILoggingEvent, String> text) {
        return event -> {
            String priority = "<" + priority(event.getLevel()) + ">";
            return text.apply(event).lines().map(line -> priority + line + "\n").collect(Collectors.joining());
        };
    }

    /** Returns the priority of syslog(3). */
    private static int priority(Level level) {
        return switch (level.toInt()) {
            case Level.ERROR_INT -> 3;
            case Level.WARN_INT -> 4;
            case Level.INFO_INT -> 6;
            default -> 7;
        };
    }

    private static JsonEncoder newJsonEncoder() {
        var encoder = new JsonEncoder();
        encoder.setContext(context());
        encoder.setWithSequenceNumber(false);
        encoder.setWithNanoseconds(false);
        encoder.setWithContext(false);
        encoder.setWithMDC(false);
        encoder.setWithMarkers(false);
        encoder.setWithKVPList(false);
        // The pattern of the message and its arguments; the formatted message has both.
        encoder.setWithMessage(false);
        encoder.setWithArguments(false);
        encoder.setWithFormattedMessage(true);
        encoder.start();
        return encoder;
    }

    /** Sets the level of a logger, and of those below it that have none of their own. */
    public static void setLevel(String name, org.slf4j.event.Level level) {
        context().getLogger(name).setLevel(Level.convertAnSLF4JLevel(level));
    }

    /** Removes the level of a logger, which then has that of the nearest one above. The root logger keeps its own. */
    public static void resetLevel(String name) {
        if (!name.equalsIgnoreCase(org.slf4j.Logger.ROOT_LOGGER_NAME)) {
            Logger existing = context().exists(name);
            if (existing != null) {
                existing.setLevel(null);
            }
        }
    }

    private static LoggerLevel describe(Logger logger) {
        return new LoggerLevel(
                logger.getName(),
                org.slf4j.event.Level.valueOf(logger.getEffectiveLevel().toString()),
                logger.getLevel() != null);
    }

    /** Publishes the warnings and errors of the log as events, until the result is closed. */
    static AutoCloseable publish(EventLog events) {
        LoggerContext context = context();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        var appender = new LogEvents(events);
        appender.setContext(context);
        appender.start();
        root.addAppender(appender);
        return () -> root.detachAppender(appender);
    }

    /**
     * Redirects log lines to a console.
     *
     * @param newConsole prints lines, each with its line end, from any thread; null for standard error
     */
    public static void setConsole(@Nullable Consumer<String> newConsole) {
        console = newConsole;
    }

    /** Prints lines, each with its line end, where the log is printed: on the console, or on standard error. */
    public static void print(String lines) {
        Consumer<String> target = console;
        if (target == null) {
            System.err.print(lines);
        } else {
            target.accept(lines);
        }
    }

    /**
     * Enables or disables logging of switches that connect or disconnect. Log level debug or trace always enables it.
     */
    public static void setConnectionLog(boolean enabled) {
        LoggerContext context = context();
        boolean isVerbose = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).isDebugEnabled();
        // Without a level of its own the logger has the level of its parent.
        context.getLogger(OpenFlowController.CONNECTION_LOG).setLevel(enabled || isVerbose ? null : Level.WARN);
    }

    private static LoggerContext context() {
        // Triggers the configuration if nothing has been logged yet.
        var _ = LoggerFactory.getILoggerFactory();
        return CONTEXT.join();
    }
}
