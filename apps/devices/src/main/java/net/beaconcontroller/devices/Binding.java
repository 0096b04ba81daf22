package net.beaconcontroller.devices;

import java.util.concurrent.atomic.AtomicLong;
import net.beaconcontroller.common.Ipv4Address;
import net.beaconcontroller.common.Ipv6Address;
import net.beaconcontroller.common.concurrent.Cancellable;
import org.jspecify.annotations.Nullable;

/** An IP address that a device has. The table's thread owns it; loops say when it was heard. */
final class Binding {
    /** Where an address is looked up. */
    record Key(int vlan, long high, long low) {}

    private final Host host;
    private final Key key;
    private final AtomicLong heardNanos;

    /** Until when nobody else's claim to it is looked into. */
    private long settledUntilNanos;

    private @Nullable Cancellable leaseEnd;

    Binding(Host host, Key key, long heardNanos) {
        this.host = host;
        this.key = key;
        this.heardNanos = new AtomicLong(heardNanos);
        this.settledUntilNanos = heardNanos;
    }

    Host host() {
        return host;
    }

    Key key() {
        return key;
    }

    boolean is(long high, long low) {
        return key.high == high && key.low == low;
    }

    boolean isIpv4() {
        return IpAddresses.isIpv4(key.high, key.low);
    }

    /** When the device said last that it has the address. */
    long heardNanos() {
        return heardNanos.getOpaque();
    }

    /** The device said that it has the address. For any thread. */
    void heard(long nanos) {
        heardNanos.setOpaque(nanos);
    }

    boolean isSettled(long nowNanos) {
        return settledUntilNanos - nowNanos > 0;
    }

    void settleUntil(long nanos) {
        settledUntilNanos = nanos;
    }

    /** Replaces the timer of the lease's end, and cancels the previous one. */
    void setLeaseEnd(@Nullable Cancellable timer) {
        if (leaseEnd != null) {
            leaseEnd.cancel();
        }
        leaseEnd = timer;
    }

    /** The address, as its family writes it. */
    @Override
    public String toString() {
        return isIpv4()
                ? Ipv4Address.toString(IpAddresses.ipv4(key.low))
                : new Ipv6Address(key.high, key.low).toString();
    }
}
