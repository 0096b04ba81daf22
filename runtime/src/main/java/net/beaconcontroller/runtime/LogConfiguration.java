package net.beaconcontroller.runtime;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.concurrent.CompletableFuture;
import org.slf4j.LoggerFactory;

/**
 * How the log looks: a line an event, on standard error. Logback finds this class as a service, so there is no
 * file to ship or to read at the start.
 */
public final class LogConfiguration extends ContextAwareBase implements Configurator {
    private static final String PATTERN = "%d{HH:mm:ss.SSS} %-5level %logger{0}: %msg%n";

    /** Logback's, once it is set up. Who asks SLF4J while another thread sets it up gets something that is no Logback logger. */
    private static final CompletableFuture<LoggerContext> CONTEXT = new CompletableFuture<>();

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        var encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        var appender = new ConsoleAppender<ILoggingEvent>();
        appender.setContext(context);
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).addAppender(appender);
        context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(Level.INFO);
        CONTEXT.complete(context);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** error, warn, info, debug or trace. */
    static void setLevel(String level) {
        var _ = LoggerFactory.getILoggerFactory(); // has it set up, if nobody has logged yet
        CONTEXT.join().getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(Level.valueOf(level));
    }
}
