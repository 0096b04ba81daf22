package net.beaconcontroller.core.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.core.io.ConnectionHandle;
import net.beaconcontroller.core.io.ConnectionLimits;
import net.beaconcontroller.core.io.ConnectionServices;
import net.beaconcontroller.core.io.InboundHandler;
import net.beaconcontroller.core.io.Loop;
import net.beaconcontroller.core.io.MainConnections;
import net.beaconcontroller.core.io.OutputBacklog;
import net.beaconcontroller.core.io.RunToCompletion;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.pipeline.ApplicationMonitor;

/**
 * The connection of a session that has no socket: its user passes bytes to the session, and reads its output buffer.
 */
abstract class DetachedSession implements ConnectionHandle {
    /** Returns the objects that sessions share, for sessions that answer no echo request. */
    static SessionServices services() {
        ControllerOptions options = ControllerOptions.onFreePort()
                .withTimeouts(ControllerOptions.Timeouts.DEFAULT.withEcho(Duration.ofDays(1), Duration.ofDays(2)));
        var threads = Threads.system();
        var monitor = new ApplicationMonitor(List.of(), options.isolation(), (_, _) -> {}, () -> 0, threads);
        try {
            return new SessionServices(
                    options,
                    threads.time(),
                    monitor,
                    new SwitchRegistry(options.timeouts().takeOver(), monitor.unknown()),
                    new Admission(options.setup()),
                    new WantedRoles(options.setup().role()),
                    new ConnectionLimits(options.io().limits(), threads),
                    new UnfinishedReplies(options.io().limits(), threads),
                    new MessageTotals(),
                    new PortTotal(),
                    new EnumCounters<>(HandshakeResult.class),
                    new RateLimitedLog(System.getLogger(DetachedSession.class.getName()), 10, threads));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns a loop that its user runs, on the calling thread. It never sleeps, because only a timer would wake it.
     */
    static Loop loop() throws IOException {
        ControllerOptions.Io io = ControllerOptions.Io.DEFAULT.withWaiting(ControllerOptions.Wait.SPIN);
        var connections = new ConnectionServices(
                io,
                Threads.system(),
                SelectorProvider.provider(),
                new RunToCompletion(),
                (_, _, _) -> {
                    throw new UnsupportedOperationException();
                },
                new MainConnections(),
                new ConnectionLimits(io.limits(), Threads.system()),
                new LongAdder());
        var loop = new Loop("test", connections);
        loop.bind();
        return loop;
    }

    @Override
    public OutputBacklog backlog() {
        return new OutputBacklog(ControllerOptions.Limits.DEFAULT, Time.system());
    }

    @Override
    public void dequeuing(int length) {}

    @Override
    public boolean admits() {
        return true;
    }

    @Override
    public void resume() {}

    @Override
    public SocketAddress remoteAddress() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    }

    @Override
    public void setHandler(InboundHandler next) {}

    @Override
    public void flushLater() {}
}
