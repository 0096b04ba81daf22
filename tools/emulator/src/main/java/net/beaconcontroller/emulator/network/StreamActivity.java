package net.beaconcontroller.emulator.network;

import java.time.Duration;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.host.ProbeIds;
import net.beaconcontroller.emulator.host.StreamOutcome;
import net.beaconcontroller.emulator.host.TcpSender;
import net.beaconcontroller.switchkit.io.SelectLoop;
import org.jspecify.annotations.Nullable;

/** Bytes from one host to another over a TCP connection. */
public final class StreamActivity extends PairActivity<StreamReport> {
    private final long bytes;
    private final long timeoutNanos;

    private @Nullable TcpSender sender;
    private long startNanos;
    private long duplicates;

    /** @param timeoutNanos the longest time without an acknowledgment */
    public StreamActivity(
            SelectLoop loop, ProbeIds probes, EmulatedHost from, EmulatedHost to, long bytes, long timeoutNanos) {
        super(loop, probes, from, to);
        this.bytes = bytes;
        this.timeoutNanos = timeoutNanos;
    }

    @Override
    void begin() {
        startNanos = loop.nowNanos();
        sender = from.openStream(to.currentAddress(), bytes, timeoutNanos, this::finish);
    }

    private void finish(TcpSender ended, StreamOutcome outcome) {
        var time = Duration.ofNanos(loop.nowNanos() - startNanos);
        end(new StreamReport(outcome, bytes, ended.acknowledgedBytes(), time, ended.resent(), duplicates));
    }

    @Override
    void duplicate(long source, long destination) {
        if (isForward(source, destination) || isForward(destination, source)) {
            duplicates++;
        }
    }

    @Override
    public String progress() {
        return "%,d of %,d bytes acknowledged".formatted(sender == null ? 0 : sender.acknowledgedBytes(), bytes);
    }
}
