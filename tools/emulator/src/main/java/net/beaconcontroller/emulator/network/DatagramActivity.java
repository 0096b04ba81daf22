package net.beaconcontroller.emulator.network;

import java.util.HashSet;
import java.util.Set;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.host.ProbeIds;
import net.beaconcontroller.switchkit.io.SelectLoop;

/** UDP datagrams from one host to another at a constant interval. */
final class DatagramActivity extends PairActivity<DatagramReport> {
    private final int count;
    private final long intervalNanos;
    private final long timeoutNanos;

    private final Set<Long> inFlight = new HashSet<>();
    private int sent;
    private long duplicates;

    /** @param timeoutNanos the time to wait for outstanding datagrams after the last one was sent */
    DatagramActivity(
            SelectLoop loop,
            ProbeIds probes,
            EmulatedHost from,
            EmulatedHost to,
            int count,
            long intervalNanos,
            long timeoutNanos) {
        super(loop, probes, from, to);
        this.count = count;
        this.intervalNanos = intervalNanos;
        this.timeoutNanos = timeoutNanos;
    }

    @Override
    void begin() {
        sendNext();
    }

    private void sendNext() {
        if (hasEnded()) {
            return;
        }
        sent++;
        inFlight.add(from.sendDatagramNow(to.currentAddress(), EmulatedHost.DISCARD_PORT, EmulatedHost.DISCARD_PORT));
        if (sent < count) {
            loop.after(intervalNanos, this::sendNext);
        } else {
            loop.after(timeoutNanos, this::finish);
        }
    }

    private void finish() {
        if (!hasEnded()) {
            end(new DatagramReport(count, sent - inFlight.size(), duplicates));
        }
    }

    @Override
    public void arrived(long id, EmulatedHost host) {
        if (host.equals(to) && inFlight.remove(id) && sent == count && inFlight.isEmpty()) {
            finish();
        }
    }

    @Override
    void duplicate(long source, long destination) {
        if (isForward(source, destination)) {
            duplicates++;
        }
    }

    @Override
    public String progress() {
        return "%,d of %,d datagrams sent, %,d arrived".formatted(sent, count, sent - inFlight.size());
    }
}
