package net.beaconcontroller.devices;

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
 * A device as the table keeps it. The table's thread changes it; any thread reads its {@link State}, and a loop says when it was
 * heard.
 */
final class Host {
    /** Where it is and what addresses it has. A change makes a new one, so the same object says that nothing has changed. */
    record State(@Nullable SwitchPort place, List<Binding> bindings) {
        /** The binding to this address, or null. Allocates nothing. */
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

    /** Where it seems to be instead, while it is asked at its place. */
    record Move(SwitchPort to) {}

    /** What it has asked a DHCP server for. */
    record LeaseRequest(int transaction, long atNanos) {}

    private final long key;
    private final ClockAnchor epoch;
    private final long firstHeardNanos;
    private volatile State state;
    private final AtomicLong heardNanos;

    /** Until when it is not believed that it is elsewhere. */
    private final AtomicLong settledUntilNanos;

    private @Nullable Move move;
    private @Nullable LeaseRequest leaseRequest;
    private @Nullable Cancellable check;

    Host(long key, ClockAnchor epoch, SwitchPort place, long heardNanos) {
        this.key = key;
        this.epoch = epoch;
        this.firstHeardNanos = heardNanos;
        this.state = new State(place, List.of());
        this.heardNanos = new AtomicLong(heardNanos);
        this.settledUntilNanos = new AtomicLong(heardNanos);
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
    SwitchPort place() {
        return state.place();
    }

    void setPlace(@Nullable SwitchPort place) {
        state = new State(place, state.bindings());
    }

    void add(Binding binding) {
        var more = new ArrayList<>(state.bindings());
        more.add(binding);
        state = new State(state.place(), List.copyOf(more));
    }

    void remove(Binding binding) {
        state = new State(
                state.place(),
                state.bindings().stream().filter(other -> other != binding).toList());
    }

    /** The address that it used least recently. There must be one. */
    Binding leastRecentBinding() {
        return Collections.min(state.bindings(), byTime());
    }

    /** The address that it used last, with which it can be asked for; empty if none is known. */
    Optional<Binding> mostRecentBinding() {
        return state.bindings().stream().max(byTime());
    }

    private Comparator<Binding> byTime() {
        return Comparator.comparingLong(binding -> binding.heardNanos() - firstHeardNanos); // nanoTime may overflow
    }

    /** When it was heard last at its place. */
    long heardNanos() {
        return heardNanos.getOpaque();
    }

    /** It was heard at its place. For any thread. */
    void heard(long nanos) {
        if (heardNanos() != nanos) {
            heardNanos.setOpaque(nanos);
        }
    }

    /** Whether nobody need look yet if it is elsewhere. For any thread. */
    boolean isSettled(long nowNanos) {
        return settledUntilNanos.getOpaque() - nowNanos > 0;
    }

    void settleUntil(long nanos) {
        settledUntilNanos.setOpaque(nanos);
    }

    @Nullable
    Move move() {
        return move;
    }

    void setMove(@Nullable Move newMove) {
        move = newMove;
    }

    @Nullable
    LeaseRequest leaseRequest() {
        return leaseRequest;
    }

    void setLeaseRequest(LeaseRequest request) {
        leaseRequest = request;
    }

    /** Replaces the timer of the next liveness check, and cancels the previous one. */
    void setCheck(@Nullable Cancellable timer) {
        if (check != null) {
            check.cancel();
        }
        check = timer;
    }

    /** The device as others see it, now. For any thread. */
    Device device() {
        State now = state;
        var ipv4Addresses = new ArrayList<Long>();
        var ipv6Addresses = new ArrayList<Ipv6Address>();
        for (Binding binding : now.bindings()) {
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
                Optional.ofNullable(now.place()),
                epoch.at(firstHeardNanos),
                epoch.at(heardNanos()));
    }

    @Override
    public String toString() {
        return MacAddress.toString(mac());
    }
}
