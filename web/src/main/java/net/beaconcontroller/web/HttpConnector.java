package net.beaconcontroller.web;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Accepts HTTP connections. If this fails, usually because the limit of open files is reached, closes a connection that
 * is idle, and tries again.
 */
class HttpConnector extends ServerConnector {
    private static final long PAUSE_MILLIS = 100;

    private final RateLimitedLog log = new RateLimitedLog(System.getLogger(HttpConnector.class.getName()), 1);
    private final HttpConnectionLimit limit;

    HttpConnector(Server server, HttpConnectionLimit limit, ConnectionFactory... factories) {
        super(server, 1, 1, factories);
        this.limit = limit;
        addBean(limit);
    }

    /** Returns whether to try again. */
    @Override
    protected boolean handleAcceptFailure(Throwable failure) {
        if (!isRunning() || !(failure instanceof IOException) || failure instanceof ClosedChannelException) {
            return super.handleAcceptFailure(failure);
        }
        log.log(Level.WARNING, "cannot accept HTTP connections; retrying: " + failure.getMessage());
        limit.makeRoom();
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            return true;
        } catch (InterruptedException _) {
            return false;
        }
    }
}
