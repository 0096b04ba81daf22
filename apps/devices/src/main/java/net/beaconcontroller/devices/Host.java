package net.beaconcontroller.devices;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.net.HashMixing;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.packet.VirtualMac;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;

/**
 * The mutable record of a device in the {@link DeviceTable}. Only the device thread changes it, except for {@link
 * #seen}, which loops call. Any thread may read the attachment and the bindings.
 */
final class Host {
    /** A sighting at another port that has not been accepted as a move yet. */
    record PendingMove(SwitchPort to) {}

    /** The last DHCP message of the host to a server. */
    record DhcpRequest(int transaction, long atNanos) {}

    /** A probe of an unknown MAC address, for which the host has claimed an IP address. */
    record ProxyProbe(long key, long high, long low, long atNanos) {}

    /** The maximum number of probes in a period for addresses that the host may have: a router forwards many. */
    static final int MAX_PROBES = 8;

    /** The period of {@link #MAX_PROBES} is 2 to the power of this number of nanoseconds: 69 seconds. */
    private static final int PROBE_PERIOD_BITS = 36;

    private static final int PROBE_COUNT_BITS = 4;
    private static final int PROBE_COUNT_MASK = (1 << PROBE_COUNT_BITS) - 1;

    static final Comparator<Host> BY_ADDRESS =
            Comparator.comparingLong(Host::mac).thenComparingInt(Host::vlan);

    private static final VarHandle LAST_SEEN = lastSeen();

    /** Fields that packets of a known host do not need, so that the host itself takes less than a cache line. */
    static final class Details {
        private final ClockAnchor clock;
        private final long firstSeenNanos;
        private final AtomicLong holdDownUntilNanos;
        /** The only port to which the hold-down time applies; null for all. */
        private volatile @Nullable SwitchPort holdDownPort;

        private Cancellable idleTimer = Cancellable.NONE;

        /** For the device thread. */
        @Nullable
        PendingMove pendingMove;

        /** For the device thread. */
        @Nullable
        DhcpRequest dhcpRequest;

        /** For the device thread. */
        @Nullable
        ProxyProbe proxyProbe;

        /** Whether a probe has confirmed that other hosts answer for this MAC address. */
        private final boolean isConfirmedProxy;

        /** When the host was detached. For the device thread. */
        long detachedNanos;

        /** The latest mark: see {@link Host#mark}. */
        private long mark;

        private Details(ClockAnchor clock, long seenNanos, boolean isConfirmedProxy) {
            this.clock = clock;
            this.isConfirmedProxy = isConfirmedProxy;
            this.firstSeenNanos = seenNanos;
            this.holdDownUntilNanos = new AtomicLong(seenNanos);
            this.mark = seenNanos - 1;
        }
    }

    private final long key;
    private volatile @Nullable SwitchPort attachment;
    /** The attachment, or the last one if the host is detached. Null for a host that is not in a table. */
    private volatile @Nullable SwitchPort lastPort;

    private volatile List<Binding> bindings = List.of();
    /** A field and not an object of its own, which would cost a cache miss. Accessed through {@link #LAST_SEEN}. */
    @SuppressWarnings("UnusedVariable")
    private long lastSeenNanos;

    /**
     * The hash of the last address for {@link #takeProbe} or {@link #skipProbe}, its period and the number of probes in
     * it; at first, those of a period that is over.
     */
    private long probes = -1;

    final Details details;

    /** Creates a host without an attachment. */
    Host(long key, ClockAnchor clock, long seenNanos) {
        this(key, clock, seenNanos, false);
    }

    /**
     * Creates a host without an attachment.
     *
     * @param isConfirmedProxy whether a probe has confirmed that another host answers for this MAC address
     */
    Host(long key, ClockAnchor clock, long seenNanos, boolean isConfirmedProxy) {
        this.key = key;
        this.lastSeenNanos = seenNanos;
        this.details = new Details(clock, seenNanos, isConfirmedProxy);
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

    /** Returns whether other hosts may answer for this MAC address, each at its port. Called by any thread. */
    boolean isVirtual() {
        return details.isConfirmedProxy || VirtualMac.isVirtual(mac());
    }

    @Nullable
    SwitchPort attachment() {
        return attachment;
    }

    /** Returns the port that counts the host in its limits: the attachment, or the last one if it is detached. */
    @Nullable
    SwitchPort lastPort() {
        return lastPort;
    }

    void setAttachment(@Nullable SwitchPort port) {
        attachment = port;
        if (port != null) {
            lastPort = port;
        }
    }

    /** Returns whether the host is attached to this port. */
    boolean isAt(long datapathId, long port) {
        SwitchPort current = attachment;
        return current != null && current.port() == port && current.datapathId() == datapathId;
    }

    List<Binding> bindings() {
        return bindings;
    }

    /** Returns the binding of this address, or null. Allocates nothing. */
    @Nullable
    Binding binding(long high, long low) {
        List<Binding> current = bindings;
        for (int i = 0; i < current.size(); i++) {
            if (current.get(i).is(high, low)) {
                return current.get(i);
            }
        }
        return null;
    }

    void add(Binding binding) {
        var more = new ArrayList<>(bindings);
        more.add(binding);
        bindings = List.copyOf(more);
    }

    void remove(Binding binding) {
        bindings = bindings.stream().filter(other -> other != binding).toList();
    }

    /** Returns the binding that was seen least recently. There must be at least one. */
    Binding leastRecentBinding() {
        return Collections.min(bindings, byTime());
    }

    /** Returns the binding that was seen most recently, which serves to probe the host. */
    Optional<Binding> mostRecentBinding() {
        return bindings.stream().max(byTime());
    }

    /** Compares differences, because nanoTime may overflow. */
    private Comparator<Binding> byTime() {
        return Comparator.comparingLong(binding -> binding.lastSeenNanos() - details.firstSeenNanos);
    }

    long firstSeenNanos() {
        return details.firstSeenNanos;
    }

    /** Returns when the host was last seen at its attachment. */
    long lastSeenNanos() {
        long nanos = seenOrMark();
        return nanos == details.mark ? nanos + 1 : nanos;
    }

    private long seenOrMark() {
        return (long) LAST_SEEN.getOpaque(this);
    }

    /** Records a packet of the host at its attachment. Called by any thread. */
    void seen(long nanos) {
        if (seenOrMark() != nanos) {
            LAST_SEEN.setOpaque(this, nanos);
        }
    }

    /**
     * Returns a mark for {@link #isSeenSince}. Timestamps do not serve for that: a loop gives all packets of one
     * iteration the time of its begin, which may be before the probe that one of them answers. For the device thread.
     */
    long mark() {
        long seenNanos = seenOrMark();
        if (seenNanos != details.mark) {
            details.mark = seenNanos - 1;
            LAST_SEEN.setOpaque(this, details.mark);
        }
        return details.mark;
    }

    /** Returns whether a loop has handled a packet of the host at its attachment since the mark was made. */
    boolean isSeenSince(long mark) {
        return seenOrMark() != mark;
    }

    /** Returns whether sightings at this port, which is not its own, are ignored at this time. Called by any thread. */
    boolean isInHoldDown(SwitchPort at, long nowNanos) {
        SwitchPort only = details.holdDownPort;
        return details.holdDownUntilNanos.getOpaque() - nowNanos > 0 && (only == null || only.equals(at));
    }

    /** Ignores sightings at all other ports until this time. */
    void holdDownUntil(long nanos) {
        details.holdDownPort = null;
        details.holdDownUntilNanos.setOpaque(nanos);
    }

    /** Ignores sightings at a port until this time: those at others may be of the host. */
    void holdDownUntil(long nanos, SwitchPort at) {
        details.holdDownPort = at;
        details.holdDownUntilNanos.setOpaque(nanos);
    }

    /**
     * Returns whether the host may be probed now for an IP address that it may have: whether a probe is left in this
     * period, and the last one was not for the same address. A race of two threads can cost or gain a probe.
     */
    boolean hasProbeLeft(long mac, long low, long nowNanos) {
        long state = probes;
        return !isOfPeriod(state, nowNanos)
                || ((state & PROBE_COUNT_MASK) < MAX_PROBES && (int) (state >>> Integer.SIZE) != probeHash(mac, low));
    }

    /** Does the same, and counts the probe. */
    boolean takeProbe(long mac, long low, long nowNanos) {
        boolean isLeft = hasProbeLeft(mac, low, nowNanos);
        if (isLeft) {
            setProbes(mac, low, nowNanos, probesIn(nowNanos) + 1);
        }
        return isLeft;
    }

    /** Records that the host does not have to be probed for an address in this period, until it uses another one. */
    void skipProbe(long mac, long low, long nowNanos) {
        setProbes(mac, low, nowNanos, probesIn(nowNanos));
    }

    private void setProbes(long mac, long low, long nowNanos, int count) {
        probes = (long) probeHash(mac, low) << Integer.SIZE | Integer.toUnsignedLong(probePeriod(nowNanos) | count);
    }

    private int probesIn(long nowNanos) {
        long state = probes;
        return isOfPeriod(state, nowNanos) ? (int) state & PROBE_COUNT_MASK : 0;
    }

    private static boolean isOfPeriod(long state, long nowNanos) {
        return ((int) state & ~PROBE_COUNT_MASK) == probePeriod(nowNanos);
    }

    private static int probePeriod(long nowNanos) {
        return (int) (nowNanos >>> PROBE_PERIOD_BITS) << PROBE_COUNT_BITS;
    }

    private static int probeHash(long mac, long low) {
        return (int) (HashMixing.combine(mac, low) >>> Integer.SIZE);
    }

    /** Sets the timer of the next idle check, and cancels the previous one. */
    void setIdleTimer(Cancellable timer) {
        details.idleTimer.cancel();
        details.idleTimer = timer;
    }

    /** Returns the current state as a public record. Called by any thread. */
    Device device() {
        var ipv4Addresses = new ArrayList<Long>();
        var ipv6Addresses = new ArrayList<Ipv6Address>();
        for (Binding binding : bindings) {
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
                Optional.ofNullable(attachment),
                details.clock.at(details.firstSeenNanos),
                details.clock.at(lastSeenNanos()));
    }

    @Override
    public String toString() {
        return MacAddress.toString(mac());
    }
}
