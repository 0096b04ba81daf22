package net.beaconcontroller.devices;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;

/**
 * The hosts, indexed by MAC address, IP address and attachment. The device thread changes it, any thread reads it. A
 * change of several maps is not atomic for readers.
 *
 * <p>A host counts in the limits of its port until it is removed or attached to another port, so that a port that goes
 * down and up again gains nothing.
 */
final class DeviceIndex {
    static final int MAX_DEVICES = 1_000_000;
    static final int MAX_ADDRESSES = 4_000_000;
    static final int MAX_ADDRESSES_PER_DEVICE = 64;

    /** The hosts that count in the limits of a port. */
    private static final class PortHosts {
        /** The instance that is the attachment of all of them, so that comparing it rarely costs a cache miss. */
        final SwitchPort port;

        final Set<Host> attached = ConcurrentHashMap.newKeySet();
        /** The longest detached first. For the device thread. */
        final SequencedSet<Host> detached = new LinkedHashSet<>();
        /** The size of {@link #detached}, for any thread. */
        volatile int detachedCount;
        /** The number of IP addresses of all of them. For the device thread. */
        int addresses;

        PortHosts(SwitchPort port) {
            this.port = port;
        }

        int count() {
            return attached.size() + detachedCount;
        }

        void remove(Host host) {
            attached.remove(host);
            detached.remove(host);
            detachedCount = detached.size();
        }
    }

    private final HostTable hosts = new HostTable();
    private final Map<Binding.Key, Binding> bindings = new ConcurrentHashMap<>();
    private final Map<SwitchPort, PortHosts> ports = new ConcurrentHashMap<>();

    private final AtomicInteger changes = new AtomicInteger();

    private final int portLimit;
    private final int portAddressLimit;

    /** @param portLimit the maximum number of hosts at one port */
    DeviceIndex(int portLimit) {
        this.portLimit = portLimit;
        this.portAddressLimit = Math.max(MAX_ADDRESSES_PER_DEVICE, portLimit * (MAX_ADDRESSES / MAX_DEVICES));
    }

    @Nullable
    Host host(long key) {
        return hosts.get(key);
    }

    /** Returns a number that changes when a host has left its port, and by {@link #lookUpAgain}. */
    int changes() {
        return changes.get();
    }

    /** Makes the loops look up each host again at its next packet, and record it. */
    void lookUpAgain() {
        changes.incrementAndGet();
    }

    @Nullable
    Binding binding(Binding.Key key) {
        return bindings.get(key);
    }

    /** Returns the hosts that are attached to a port, ordered by MAC address and VLAN. */
    List<Host> at(SwitchPort port) {
        PortHosts there = ports.get(port);
        return there == null
                ? List.of()
                : there.attached.stream().sorted(Host.BY_ADDRESS).toList();
    }

    boolean hasHostAt(SwitchPort port) {
        PortHosts there = ports.get(port);
        return there != null && !there.attached.isEmpty();
    }

    /** Returns the hosts in a new list, unordered. */
    List<Host> hosts() {
        return hosts.hosts();
    }

    /** Returns the hosts, ordered by MAC address and VLAN. */
    List<Host> ordered() {
        List<Host> ordered = hosts.hosts();
        ordered.sort(Host.BY_ADDRESS);
        return ordered;
    }

    /** Returns whether a further host can be added at this port without removing a detached one. */
    boolean hasRoomForHost(SwitchPort port) {
        return hosts.size() < MAX_DEVICES && countAt(port) < portLimit;
    }

    /** Returns whether a host of another port can be attached to this one. */
    boolean hasRoomFor(Host host, SwitchPort port) {
        return countAt(port) < portLimit && addressesAt(port) + host.bindings().size() <= portAddressLimit;
    }

    /** Returns whether a further address can be added to a host at this port. */
    boolean hasRoomForAddress(SwitchPort port) {
        return bindings.size() < MAX_ADDRESSES && addressesAt(port) < portAddressLimit;
    }

    private int addressesAt(SwitchPort port) {
        PortHosts there = ports.get(port);
        return there == null ? 0 : there.addresses;
    }

    /** Returns whether there are hosts that are detached from this port. */
    boolean hasDetached(SwitchPort port) {
        PortHosts there = ports.get(port);
        return there != null && there.detachedCount > 0;
    }

    /** Returns the host that has been detached from this port for the longest time, or null. */
    @Nullable
    Host longestDetachedFrom(SwitchPort port) {
        PortHosts there = ports.get(port);
        return there == null || there.detached.isEmpty() ? null : there.detached.getFirst();
    }

    /** Returns the hosts that have been detached from this port for the shortest time, so many at most. */
    List<Host> latestDetachedFrom(SwitchPort port, int limit) {
        PortHosts there = ports.get(port);
        return there == null
                ? List.of()
                : there.detached.reversed().stream().limit(limit).toList();
    }

    int portLimit() {
        return portLimit;
    }

    int portAddressLimit() {
        return portAddressLimit;
    }

    /** Returns the number of hosts that count in the limit of this port. */
    int countAt(SwitchPort port) {
        PortHosts there = ports.get(port);
        return there == null ? 0 : there.count();
    }

    int hostCount() {
        return hosts.size();
    }

    int bindingCount() {
        return bindings.size();
    }

    void add(Host host, SwitchPort port) {
        attach(host, port);
        hosts.put(host);
    }

    /** Removes a host with its addresses. Detaching it first makes loops discard their cached state of it. */
    void remove(Host host) {
        leave(host);
        host.setAttachment(null);
        lookUpAgain();
        host.bindings().forEach(binding -> bindings.remove(binding.key()));
        hosts.remove(host.key());
    }

    /** Attaches a host to a port. */
    void attach(Host host, SwitchPort port) {
        leave(host);
        PortHosts there = ports.computeIfAbsent(port, PortHosts::new);
        boolean hasMoved = host.attachment() != null;
        host.setAttachment(there.port);
        if (hasMoved) {
            lookUpAgain();
        }
        there.attached.add(host);
        there.addresses += host.bindings().size();
    }

    /** Detaches an attached host, which still counts in the limits of its port. */
    void detach(Host host) {
        PortHosts there = hostsWith(host);
        there.attached.remove(host);
        there.detached.add(host);
        there.detachedCount = there.detached.size();
        host.setAttachment(null);
        lookUpAgain();
    }

    private void leave(Host host) {
        if (host.lastPort() == null) {
            return;
        }
        PortHosts there = hostsWith(host);
        there.remove(host);
        there.addresses -= host.bindings().size();
        if (there.count() == 0) {
            ports.remove(there.port);
        }
    }

    private PortHosts hostsWith(Host host) {
        return Objects.requireNonNull(ports.get(Objects.requireNonNull(host.lastPort())));
    }

    void add(Binding binding) {
        binding.host().add(binding);
        bindings.put(binding.key(), binding);
        hostsWith(binding.host()).addresses++;
    }

    void remove(Binding binding) {
        bindings.remove(binding.key());
        binding.host().remove(binding);
        hostsWith(binding.host()).addresses--;
    }
}
