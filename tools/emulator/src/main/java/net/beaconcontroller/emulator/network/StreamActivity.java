package net.beaconcontroller.emulator.network;

import java.time.Duration;
import net.beaconcontroller.emulator.host.ProbeIds;
import net.beaconcontroller.emulator.host.StreamOutcome;
import net.beaconcontroller.emulator.host.TcpSender;
import net.beaconcontroller.emulator.loop.EmulatorLoop;
import org.jspecify.annotations.Nullable;

/** Bytes from one host to another over a TCP connection. */
public final class StreamActivity extends Activity<StreamReport> {
    private final EmulatorLoop loop;
    private final HostPair hosts;
    private final long bytes;
    private final long timeoutNanos;

    private @Nullable TcpSender sender;
    private long startNanos;
    private long duplicates;

    /** @param timeoutNanos the longest time without an acknowledgment */
    public StreamActivity(EmulatorLoop loop, ProbeIds probes, HostPair hosts, long bytes, long timeoutNanos) {
        super(probes);
        this.loop = loop;
        this.hosts = hosts;
        this.bytes = bytes;
        this.timeoutNanos = timeoutNanos;
    }

    @Override
    void begin() {
        startNanos = loop.nowNanos();
        sender = hosts.from().openStream(hosts.to().currentAddress(), bytes, timeoutNanos, this::finish);
    }

    private void finish(TcpSender ended, StreamOutcome outcome) {
        var time = Duration.ofNanos(loop.nowNanos() - startNanos);
        end(new StreamReport(outcome, bytes, ended.acknowledgedBytes(), time, ended.resent(), duplicates));
    }

    @Override
    void duplicate(long source, long destination) {
        if (hosts.matches(source, destination) || hosts.matches(destination, source)) {
            duplicates++;
        }
    }

    @Override
    public String progress() {
        return "%,d of %,d bytes acknowledged".formatted(sender == null ? 0 : sender.acknowledgedBytes(), bytes);
    }
}
