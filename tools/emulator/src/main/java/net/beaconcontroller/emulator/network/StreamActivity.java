package net.beaconcontroller.emulator.network;

import java.time.Duration;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.host.ProbeIds;
import net.beaconcontroller.emulator.host.StreamOutcome;
import net.beaconcontroller.emulator.host.TcpSender;
import net.beaconcontroller.emulator.loop.EmulatorLoop;
import org.jspecify.annotations.Nullable;

/** Bytes that one host sends another over a connection of TCP. */
public final class StreamActivity extends Activity<StreamReport> {
    private final EmulatorLoop loop;
    private final EmulatedHost from;
    private final EmulatedHost to;
    private final long bytes;
    private final long patienceNanos;

    private @Nullable TcpSender sender;
    private long startNanos;
    private long duplicates;

    /** @param patienceNanos as long nothing may be acknowledged until it gives up */
    public StreamActivity(
            EmulatorLoop loop, ProbeIds probes, EmulatedHost from, EmulatedHost to, long bytes, long patienceNanos) {
        super(probes);
        this.loop = loop;
        this.from = from;
        this.to = to;
        this.bytes = bytes;
        this.patienceNanos = patienceNanos;
    }

    @Override
    void begin() {
        startNanos = loop.nowNanos();
        sender = from.openStream(to.currentAddress(), bytes, patienceNanos, this::finish);
    }

    private void finish(TcpSender ended, StreamOutcome outcome) {
        var time = Duration.ofNanos(loop.nowNanos() - startNanos);
        end(new StreamReport(outcome, bytes, ended.acknowledgedBytes(), time, ended.resent(), duplicates));
    }

    @Override
    void duplicate(long source, long destination) {
        long a = from.currentAddress();
        long b = to.currentAddress();
        if ((source == a && destination == b) || (source == b && destination == a)) {
            duplicates++;
        }
    }

    @Override
    public String progress() {
        return "%,d of %,d bytes acknowledged".formatted(sender == null ? 0 : sender.acknowledgedBytes(), bytes);
    }
}
