package net.beaconcontroller.runtime.events;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import java.util.LinkedHashMap;
import java.util.Locale;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.api.Event.Severity;

/**
 * Publishes the warnings and errors of the log. Lines that are logged while a line is published are not published,
 * which prevents recursion.
 */
public final class LogEvents extends UnsynchronizedAppenderBase<ILoggingEvent> {
    private final EventLog log;

    public LogEvents(EventLog log) {
        this.log = log;
    }

    @Override
    protected void append(ILoggingEvent line) {
        if (!line.getLevel().isGreaterOrEqual(Level.WARN)) {
            return;
        }
        var details = new LinkedHashMap<String, Object>();
        details.put("logger", line.getLoggerName());
        details.put("level", line.getLevel().toString().toLowerCase(Locale.ROOT));
        details.put("message", line.getFormattedMessage());
        IThrowableProxy cause = line.getThrowableProxy();
        if (cause != null) {
            details.put("exception", cause.getClassName() + ": " + cause.getMessage());
        }
        log.publish(new Event("log", line.getLoggerName(), Severity.WARNING, line.getFormattedMessage(), details));
    }
}
