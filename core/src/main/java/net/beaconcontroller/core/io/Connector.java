package net.beaconcontroller.core.io;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;
import net.beaconcontroller.api.concurrent.ThreadHandle;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.core.options.ActiveTarget;
import net.beaconcontroller.io.ByteTransport;

/**
 * Connects to a switch that listens for controllers, and again whenever the connection is lost. The time between
 * attempts doubles up to a maximum; it starts again after a connection that has lasted that long.
 *
 * <p>The first retry is after half a second, and the maximum is thirty seconds, at random times, so that a controller
 * that restarts does not connect to all switches at the same moment.
 */
final class Connector implements ConnectionSource {
    /** The way to carry the bytes of a connection to a remote address. */
    interface Transports {
        /** See {@link ConnectionSource#transport}. */
        ByteTransport transport(SocketChannel channel, InetSocketAddress remote, Runnable resume) throws IOException;
    }

    private static final System.Logger LOG = System.getLogger(Connector.class.getName());
    private static final int CONNECT_MILLIS = 5_000;
    private static final Duration MIN_PAUSE = Duration.ofMillis(500);
    private static final Duration MAX_PAUSE = Duration.ofSeconds(30);

    private final ActiveTarget target;
    private final ConnectionOpener opener;
    private final Transports transports;
    private final Time time;
    private final RandomGenerator random;
    private final SelectorProvider sockets;
    private final ThreadHandle thread;
    /** Has a permit for each connection that was closed. */
    private final Semaphore closed = new Semaphore(0);

    private boolean isFailing;

    Connector(
            ActiveTarget target,
            ConnectionOpener opener,
            Transports transports,
            Threads threads,
            SelectorProvider sockets) {
        this.target = target;
        this.opener = opener;
        this.transports = transports;
        this.time = threads.time();
        this.random = time.random("pauses before connecting to " + target);
        this.sockets = sockets;
        this.thread = threads.newBlockingThread("beacon-connector-" + target, this::run);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            Duration pause = MIN_PAUSE;
            while (true) {
                long began = time.nanos();
                connect();
                if (time.nanos() - began > MAX_PAUSE.toNanos()) {
                    pause = MIN_PAUSE;
                }
                // Many controllers and switches that have lost each other do not try at the same time.
                long millis = pause.toMillis();
                time.sleep(Duration.ofMillis(random.nextLong(millis / 2, millis + 1)));
                pause = pause.multipliedBy(2).compareTo(MAX_PAUSE) < 0 ? pause.multipliedBy(2) : MAX_PAUSE;
            }
        } catch (InterruptedException _) {
            // The controller stops.
        }
    }

    /** Connects, and waits until the connection is closed. */
    private void connect() throws InterruptedException {
        try {
            opener.open(open(), this);
            if (isFailing) {
                LOG.log(Level.INFO, "connected to the switch %s".formatted(target));
            }
            isFailing = false;
        } catch (IOException | RuntimeException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (!isFailing) {
                isFailing = true;
                LOG.log(
                        Level.WARNING,
                        "cannot connect to the switch %s: %s; trying again, at least every %d s"
                                .formatted(target, e.getMessage(), MAX_PAUSE.toSeconds()));
            }
            return;
        }
        closed.acquire();
    }

    private SocketChannel open() throws IOException {
        InetSocketAddress remote = target.resolve();
        if (remote.isUnresolved()) {
            throw new IOException("the host is unknown");
        }
        SocketChannel channel = sockets.openSocketChannel();
        try {
            channel.socket().connect(remote, CONNECT_MILLIS);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public ByteTransport transport(SocketChannel channel, Runnable resume) throws IOException {
        return transports.transport(channel, (InetSocketAddress) channel.getRemoteAddress(), resume);
    }

    @Override
    public void closed() {
        closed.release();
    }

    /** Ends the thread. An open connection stays. */
    void close() {
        thread.interrupt();
    }
}
