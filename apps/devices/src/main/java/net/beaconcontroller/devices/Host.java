package net.beaconcontroller.devices;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import net.beaconcontroller.common.Ipv6Address;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.common.concurrent.Cancellable;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;

/**
 * The mutable record of a device in the {@link DeviceTable}. Only the device thread changes it, except for {@link
 * #seen}, which loops call. Any thread may read the {@link State}.
 */
final class Host {
    /**
     * The attachment and the IP addresses. Each change creates a new instance, so that a reader detects changes by
     * comparing references.
     */
    record State(@Nullable SwitchPort attachment, List<Binding> bindings) {
        /** Returns the binding of this address, or null. Allocates nothing. */
        @Nullable
        Binding binding(long high, long low) {
            for (int i = 0; i < bindings.size(); i++) {
                if (bindings.get(i).is(high, low)) {
                    return bindings.get(i);
                }
            }
            return null;
        }
    }

    /** A move that waits for the result of a probe at the current attachment. */
    record PendingMove(SwitchPort to) {}

    /** The last DHCPREQUEST of the host. */
    record LeaseRequest(int transaction, long atNanos) {}

    private static final VarHandle LAST_SEEN = lastSeen();

    private final long key;
    private final ClockAnchor clock;
    private final long firstSeenNanos;
    private volatile State state;
    /** A field and not an object of its own, which would cost a cache miss. Accessed through {@link #LAST_SEEN}. */
    @SuppressWarnings("UnusedVariable")
    private long lastSeenNanos;

    private final AtomicLong holdDownUntilNanos;

    /** For the device thread. */
    @Nullable
    PendingMove pendingMove;

    /** For the device thread. */
    @Nullable
    LeaseRequest leaseRequest;

    private Cancellable idleTimer = Cancellable.NONE;

    Host(long key, ClockAnchor clock, SwitchPort attachment, long seenNanos) {
        this.key = key;
        this.clock = clock;
        this.firstSeenNanos = seenNanos;
        this.state = new State(attachment, List.of());
        this.lastSeenNanos = seenNanos;
        this.holdDownUntilNanos = new AtomicLong(seenNanos);
    }

    private static VarHandle lastSeen() {
        try {
            return MethodHandles.lookup().findVarHandle(Host.class, "lastSeenNanos", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    long key() {
        return key;
    }

    long mac() {
        return HostKey.mac(key);
    }

    int vlan() {
        return HostKey.vlan(key);
    }

    State state() {
        return state;
    }

    @Nullable
    SwitchPort attachment() {
        return state.attachment();
    }

    void setAttachment(@Nullable SwitchPort attachment) {
        state = new State(attachment, state.bindings());
    }

    void add(Binding binding) {
        var bindings = new ArrayList<>(state.bindings());
        bindings.add(binding);
        state = new State(state.attachment(), List.copyOf(bindings));
    }

    void remove(Binding binding) {
        state = new State(
                state.attachment(),
                state.bindings().stream().filter(other -> other != binding).toList());
    }

    /** Returns the binding that was seen least recently. There must be at least one. */
    Binding leastRecentBinding() {
        return Collections.min(state.bindings(), byTime());
    }

    /** Returns the binding that was seen most recently, which serves to probe the host. */
    Optional<Binding> mostRecentBinding() {
        return state.bindings().stream().max(byTime());
    }

    /** Compares differences, because nanoTime may overflow. */
    private Comparator<Binding> byTime() {
        return Comparator.comparingLong(binding -> binding.lastSeenNanos() - firstSeenNanos);
    }

    /** Returns when the host was last seen at its attachment. */
    long lastSeenNanos() {
        return (long) LAST_SEEN.getOpaque(this);
    }

    /** Records a packet of the host at its attachment. Called by any thread. */
    void seen(long nanos) {
        if (lastSeenNanos() != nanos) {
            LAST_SEEN.setOpaque(this, nanos);
        }
    }

    /** Returns whether sightings at other ports are ignored at this time. Called by any thread. */
    boolean isInHoldDown(long nowNanos) {
        return holdDownUntilNanos.getOpaque() - nowNanos > 0;
    }

    void holdDownUntil(long nanos) {
        holdDownUntilNanos.setOpaque(nanos);
    }

    /** Sets the timer of the next idle check, and cancels the previous one. */
    void setIdleTimer(Cancellable timer) {
        idleTimer.cancel();
        idleTimer = timer;
    }

    /** Returns the current state as a public record. Called by any thread. */
    Device device() {
        State current = state;
        var ipv4Addresses = new ArrayList<Long>();
        var ipv6Addresses = new ArrayList<Ipv6Address>();
        for (Binding binding : current.bindings()) {
            if (binding.isIpv4()) {
                ipv4Addresses.add(IpAddresses.ipv4(binding.key().low()));
            } else {
                ipv6Addresses.add(
                        new Ipv6Address(binding.key().high(), binding.key().low()));
            }
        }
        return new Device(
                mac(),
                vlan(),
                ipv4Addresses,
                ipv6Addresses,
                Optional.ofNullable(current.attachment()),
                clock.at(firstSeenNanos),
                clock.at(lastSeenNanos()));
    }

    @Override
    public String toString() {
        return MacAddress.toString(mac());
    }
}
