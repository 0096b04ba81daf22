package net.beaconcontroller.devices;

import java.util.concurrent.atomic.AtomicLong;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.SeededHash;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;

/**
 * The assignment of an IP address to a host. Only the device thread changes it, except for {@link #seen}, which loops
 * call.
 */
final class Binding {
    record Key(int vlan, long high, long low) {
        @Override
        public int hashCode() {
            return SeededHash.of(vlan, high, low);
        }
    }

    private final Host host;
    private final Key key;
    private final AtomicLong lastSeenNanos;
    /** The latest mark: see {@link Host#mark}. */
    private long mark;
    /** Until then, claims of other hosts to the address are ignored. */
    private long holdDownUntilNanos;

    /** The only port whose claims are ignored; null for all. */
    private @Nullable SwitchPort holdDownPort;

    private boolean isLeased;
    private Cancellable leaseTimer = Cancellable.NONE;

    Binding(Host host, Key key, long lastSeenNanos) {
        this.host = host;
        this.key = key;
        this.lastSeenNanos = new AtomicLong(lastSeenNanos);
        this.mark = lastSeenNanos - 1;
        this.holdDownUntilNanos = lastSeenNanos;
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

    /** Returns when the host last claimed the address. */
    long lastSeenNanos() {
        return lastSeenNanos.getOpaque();
    }

    /** Records a claim of the host. Called by any thread. */
    void seen(long nanos) {
        lastSeenNanos.setOpaque(nanos);
    }

    /** Returns a mark for {@link #isSeenSince}, as {@link Host#mark}. */
    long mark() {
        if (lastSeenNanos() != mark) {
            mark = lastSeenNanos() - 1;
            lastSeenNanos.setOpaque(mark);
        }
        return mark;
    }

    /** Returns whether a loop has handled a claim of the host since the mark was made. */
    boolean isSeenSince(long since) {
        return lastSeenNanos() != since;
    }

    /** Returns whether claims of other hosts at this port are ignored at this time. */
    boolean isInHoldDown(SwitchPort at, long nowNanos) {
        return holdDownUntilNanos - nowNanos > 0 && (holdDownPort == null || holdDownPort.equals(at));
    }

    /** Ignores claims of other hosts until this time: those at this port, or at all. */
    void holdDownUntil(long nanos, @Nullable SwitchPort at) {
        holdDownPort = at;
        holdDownUntilNanos = nanos;
    }

    /** Returns whether a DHCP server has leased the address to the host, and the lease has not ended. */
    boolean isLeased() {
        return isLeased;
    }

    /** Begins a lease, or prolongs it. The timer runs at its end. */
    void lease(Cancellable timer) {
        endLease();
        isLeased = true;
        leaseTimer = timer;
    }

    /** Ends the lease, if there is one. */
    void endLease() {
        isLeased = false;
        leaseTimer.cancel();
        leaseTimer = Cancellable.NONE;
    }

    /** Returns the address in the notation of its family. */
    @Override
    public String toString() {
        return isIpv4()
                ? Ipv4Address.toString(IpAddresses.ipv4(key.low))
                : new Ipv6Address(key.high, key.low).toString();
    }
}
