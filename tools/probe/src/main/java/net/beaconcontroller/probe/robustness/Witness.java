package net.beaconcontroller.probe.robustness;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.probe.PacketInMessage;
import net.beaconcontroller.probe.Probe;
import net.beaconcontroller.probe.ProbeSwitch;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * A correct switch that sends one packet-in after the other and measures how long the controller takes to answer. A
 * thread of its own sends; the other methods are for one other thread.
 */
final class Witness implements AutoCloseable {
    /** Less than 100 packet-ins per second: controllers limit the rate of a port. */
    private static final Duration PAUSE = Duration.ofMillis(10);

    private static final int DIGITS = 3;

    private final Probe probe;
    private final ProbeSwitch sw;
    private final Duration patience;
    private final SingleWriterRecorder recorder = new SingleWriterRecorder(DIGITS);
    private final Object lock = new Object();
    private long answered;
    private long lost;
    private volatile boolean closing;
    private final Thread thread;

    /**
     * Connects the witness and waits until it is served.
     *
     * @param patience a packet-in that is not answered within this time is lost
     */
    Witness(Probe probe, Duration patience) throws IOException, InterruptedException {
        this.probe = probe;
        this.patience = patience;
        this.sw = probe.newSwitch().connectAndServe(patience.multipliedBy(10));
        this.thread = Thread.ofVirtual().name("witness").start(this::run);
    }

    private void run() {
        try {
            while (!closing && !sw.isClosed()) {
                PacketInMessage packet = sw.packetIn(1, 2);
                long began = System.nanoTime();
                sw.send(packet);
                boolean isAnswered = sw.await(packet::isAnsweredBy, patience).isPresent();
                if (isAnswered) {
                    recorder.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - began));
                }
                synchronized (lock) {
                    answered += isAnswered ? 1 : 0;
                    lost += isAnswered || closing ? 0 : 1;
                    lock.notifyAll();
                }
                Thread.sleep(PAUSE);
            }
        } catch (IOException | InterruptedException _) {
            // The connection was closed, which isConnected reports.
        } finally {
            synchronized (lock) {
                lock.notifyAll();
            }
        }
    }

    /** Waits until a number of further packet-ins was answered or lost, or the connection has ended. */
    void awaitRounds(int count) throws InterruptedException {
        synchronized (lock) {
            long end = answered + lost + count;
            while (answered + lost < end && isConnected()) {
                lock.wait(patience.toMillis());
            }
        }
    }

    /** Returns the round trips since the last call. */
    RoundTrips takeRoundTrips() {
        Histogram histogram = recorder.getIntervalHistogram();
        synchronized (lock) {
            long count = lost;
            lost = 0;
            return RoundTrips.of(histogram, count);
        }
    }

    boolean isConnected() {
        return !sw.isClosed() && thread.isAlive();
    }

    /** Returns how the connection ended. */
    String end() {
        return sw.end();
    }

    @Override
    public void close() {
        closing = true;
        probe.close();
    }
}
