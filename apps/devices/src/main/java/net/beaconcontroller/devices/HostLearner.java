package net.beaconcontroller.devices;

import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.api.concurrent.BoundedExecutor;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.packet.BridgeAddresses;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Ipv4;
import net.beaconcontroller.packet.VirtualMac;
import net.beaconcontroller.topology.PortSet;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;
import net.beaconcontroller.topology.TopologySnapshot;
import org.jspecify.annotations.Nullable;

/**
 * The learner of hosts from the packets of one switch. It runs on the loop of the switch and submits new information to
 * the device thread. A packet without new information only updates timestamps: no lock, no allocation, no queue.
 *
 * <p>To recognize such packets quickly, {@link RecentHosts} has the ports of the hosts that were recently looked up. It
 * is valid until a host leaves a port or the device thread waits for a packet of a host, and for a short time, so that
 * the time when a host was last seen is updated.
 */
final class HostLearner implements LocalDevices {
    /** The time for which a host counts as recently seen is 2 to the power of this number of nanoseconds: 134 ms. */
    private static final int PERIOD_BITS = 27;

    /** The minimum interval between two reports of rejected hosts to the device thread. */
    private static final long REJECTION_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Topology topology;
    private final DeviceIndex index;
    private final DeviceTable table;
    private final BoundedExecutor executor;
    private final EnumCounters<RejectionReason> rejections;
    private final AddressSnooper snooper;
    private final DhcpLearner dhcp;

    private TopologySnapshot snapshot = TopologySnapshot.EMPTY;
    private PortSet edges = PortSet.NONE;
    private PortSet looped = PortSet.NONE;

    private final RecentHosts recent = new RecentHosts();
    /** The value of {@link DeviceIndex#changes} for which {@link #recent} is valid. */
    private int changes;

    /** The switch of the last call. */
    private long datapathId;

    private boolean isRecentValid;

    /** Whether the source of the last frame was unknown and has been submitted. */
    private boolean isNewHost;

    private final ProbeBudget probes = new ProbeBudget();

    private boolean hasRejected;
    private long rejectedNanos;

    /** @param executor runs tasks on the device thread */
    HostLearner(
            Topology topology, DeviceTable table, BoundedExecutor executor, EnumCounters<RejectionReason> rejections) {
        this.topology = topology;
        this.table = table;
        this.index = table.index();
        this.executor = executor;
        this.rejections = rejections;
        this.snooper = new AddressSnooper(rejections);
        this.dhcp = new DhcpLearner(table, this::submit, rejections);
    }

    /** Handles the first packet-in of a call, and those that follow it as long as they contain nothing new. */
    void packetIns(long id, PacketInBatch batch) {
        datapathId = id;
        TopologySnapshot current = topology.snapshot();
        if (current != snapshot) {
            snapshot = current;
            edges = current.edges(datapathId);
            looped = current.looped(datapathId);
        }
        changes = index.changes();
        recent.setPeriod(changes + (int) (batch.receivedNanos() >>> PERIOD_BITS));
        if (!isKnown(batch)) {
            Ethernet frame = batch.packetIn().frame();
            // A reply to a probe can be read together with packets that were received before the probe was sent.
            if (learn(batch.inPort(batch.position()), frame, table.now()) == Next.STOP) {
                batch.stop();
                return;
            }
        }
        do {
            batch.pass();
        } while (batch.hasNext() && isKnown(batch));
    }

    /** Returns whether a packet contains nothing new. Updates the time when its source was last seen. */
    private boolean isKnown(PacketInBatch batch) {
        int at = batch.position();
        long source = batch.source(at);
        long port = batch.inPort(at);
        int type = batch.type(at);
        if (!isHost(source) || Topology.mayBeProbe(type) || BridgeAddresses.contains(batch.destination(at))) {
            return true;
        }
        if (!edges.contains(port)) {
            return !looped.contains(port) || index.host(HostKey.of(source, batch.vlan(at))) != null;
        }
        return !AddressSnooper.mayClaim(type)
                && (type != Ethernet.TYPE_IPV4 || !mayBeDhcp(batch, at))
                && isSeenAgain(batch, at, port, HostKey.of(source, batch.vlan(at)), type);
    }

    /** Returns whether a host can have this source address. */
    static boolean isHost(long source) {
        return !MacAddress.isGroup(source) && source != 0 && source != AddressProbes.PROBE_SOURCE;
    }

    /** Returns whether an IPv4 packet has to be read, because it may be a message of DHCP. */
    private static boolean mayBeDhcp(PacketInBatch batch, int at) {
        byte[] array = batch.array();
        int frame = batch.frameOffset(at);
        return Ethernet.plainTypeOf(array, frame) != Ethernet.TYPE_IPV4
                || Ipv4.mayBeDhcp(array, frame + Ethernet.HEADER_LENGTH, batch.frameEnd(at));
    }

    /** Learns from a frame. Returns whether it may be forwarded. */
    private Next learn(long port, Ethernet frame, long nanos) {
        long key = HostKey.of(frame.source(), frame.vlan());
        Ipv4 ip = frame.ipv4();
        boolean isFlooded = snapshot.hasSharedDomains() && mayBeFlooded(frame, new SwitchPort(datapathId, port), key);
        if (ip != null && ip.isToDhcpClient()) {
            var here = new SwitchPort(datapathId, port);
            if (!table.dhcp().servers().mayServe(snapshot, HostKey.vlan(key), here)) {
                if (!isFlooded) {
                    rejectDhcpServer(key, here, nanos);
                }
                return Next.STOP;
            }
        }
        if (isFlooded) {
            return Next.PASS;
        }
        isNewHost = false;
        snooper.read(frame);
        Host host = locate(port, key, nanos);
        boolean isReply = frame.destination() == AddressProbes.PROBE_SOURCE;
        for (int i = 0; i < snooper.count(); i++) {
            long claimed = HostKey.of(snooper.mac(i), frame.vlan());
            if (claimed == key) {
                learnClaim(port, key, host, i, nanos);
            } else if (host != null || isNewHost) {
                learnProxyClaim(port, key, host, claimed, i, isReply, nanos);
            }
        }
        if (host != null && snooper.hasSource()) {
            learnSource(port, host, nanos);
        }
        if (ip != null && ip.isDhcp()) {
            dhcp.learn(key, new SwitchPort(datapathId, port), frame, ip, nanos);
        }
        return isReply ? Next.STOP : Next.PASS;
    }

    /**
     * Learns a claim of an address for a host.
     *
     * @param host the host if it is known to be attached here
     */
    private void learnClaim(long port, long key, @Nullable Host host, int claim, long nanos) {
        long high = snooper.high(claim);
        long low = snooper.low(claim);
        Binding known = host == null ? null : host.binding(high, low);
        if (known != null) {
            known.seen(nanos);
        } else {
            var here = new SwitchPort(datapathId, port);
            submit(() -> table.addresses().claimed(key, here, high, low, nanos));
        }
    }

    /**
     * Learns a claim by which a host, the proxy, states that an address is at another MAC address. It counts for a host
     * at the same port, and for a virtual MAC address, of which it is a sighting. For an unknown MAC address, it counts
     * when a probe that is sent there is answered with the same claim.
     */
    private void learnProxyClaim(
            long port, long key, @Nullable Host proxy, long claimed, int claim, boolean isReply, long nanos) {
        var here = new SwitchPort(datapathId, port);
        Host host = index.host(claimed);
        if (VirtualMac.isOfGlbp(HostKey.mac(claimed))) {
            // The address is that of the proxy, which answers with the MAC addresses of other routers, too.
            learnClaim(port, key, proxy, claim, nanos);
            if (host == null || host.isAt(datapathId, port)) {
                lookUp(here, key, claimed, nanos);
            }
        } else if (host == null && !VirtualMac.isVirtual(HostKey.mac(claimed))) {
            verifyProxy(port, key, proxy, claimed, claim, isReply, nanos);
        } else if (host == null || host.isVirtual() || DeviceTable.isSameDomain(snapshot, host.lastPort(), here)) {
            learnClaim(port, claimed, lookUp(here, key, claimed, nanos), claim, nanos);
        } else {
            rejections.increment(RejectionReason.FORGED);
        }
    }

    /** Sends a probe to the unknown MAC address of a proxy claim, or accepts the claim that replies to it. */
    private void verifyProxy(
            long port, long key, @Nullable Host proxy, long claimed, int claim, boolean isReply, long nanos) {
        long high = snooper.high(claim);
        long low = snooper.low(claim);
        var here = new SwitchPort(datapathId, port);
        if (isReply) {
            submit(() -> table.proxyConfirmed(key, here, claimed, high, low, nanos));
            return;
        }
        rejections.increment(RejectionReason.FORGED);
        if (probes.hasLeft(port, nanos) && (proxy == null || proxy.hasProbeLeft(claimed, low, nanos))) {
            probes.take(port);
            submit(() -> table.proxyClaimed(key, here, claimed, high, low, nanos));
        }
    }

    /**
     * Submits the source address of an IP packet, for which the host is probed: after a restart of the controller,
     * hosts know each other's MAC addresses, and send no claims.
     */
    private void learnSource(long port, Host host, long nanos) {
        long high = snooper.sourceHigh();
        long low = snooper.sourceLow();
        if (host.binding(high, low) == null && probes.hasLeft(port, nanos) && host.takeProbe(host.key(), low, nanos)) {
            probes.take(port);
            var here = new SwitchPort(datapathId, port);
            submit(() -> table.addresses().sourceSeen(host.key(), here, high, low));
        }
    }

    /** Submits a host that is not known, with the source address of its first packet if that is one of IP. */
    private void submitNew(SwitchPort here, long key, long nanos) {
        isNewHost = true;
        if (!snooper.hasSource() || !probes.hasLeft(here.port(), nanos)) {
            submit(() -> table.hostSeen(key, here, nanos));
            return;
        }
        probes.take(here.port());
        long high = snooper.sourceHigh();
        long low = snooper.sourceLow();
        submit(() -> table.hostSeen(key, here, high, low, nanos));
    }

    /**
     * Returns whether the frame may be a broadcast that was flooded into a shared broadcast domain and returned at
     * another of its edges. Such a frame does not show that the host moved.
     */
    private boolean mayBeFlooded(Ethernet frame, SwitchPort here, long key) {
        if (!MacAddress.isGroup(frame.destination()) || !snapshot.isInSharedDomain(here)) {
            return false;
        }
        Host host = index.host(key);
        SwitchPort attachment = host == null ? null : host.attachment();
        return attachment != null && !DeviceTable.isSameDomain(snapshot, attachment, here);
    }

    /** Records a sighting of a host. Returns it if it was known to be attached here; else null. */
    private @Nullable Host locate(long port, long key, long nanos) {
        Host host = seeAgain(port, key, nanos);
        return host != null ? host : lookUp(new SwitchPort(datapathId, port), key, key, nanos);
    }

    /** Only packets of IPv4 use {@link RecentHosts}: after one of another type, that of a host may show an address. */
    private boolean isSeenAgain(PacketInBatch batch, int at, long port, long key, int type) {
        boolean isIpv4 = type == Ethernet.TYPE_IPV4;
        if (isIpv4 && recent.hasSent(key, port)) {
            return true;
        }
        long nanos = batch.receivedNanos();
        Host host = seeAgain(port, key, nanos);
        if (host == null || !isIpv4) {
            return host != null;
        }
        if (hasNewSource(host, batch, at, port, nanos)) {
            return false;
        }
        recent.sent(key, port);
        return true;
    }

    /** Returns whether to probe a host for the source address of an IPv4 packet without a VLAN tag. */
    private boolean hasNewSource(Host host, PacketInBatch batch, int at, long port, long nanos) {
        int header = batch.frameOffset(at) + Ethernet.HEADER_LENGTH;
        if (batch.frameEnd(at) - header < Ipv4.MIN_LENGTH) {
            return false;
        }
        long source = ByteAccess.getUnsignedInt(batch.array(), header + Ipv4.SOURCE_OFFSET);
        long low = IpAddresses.mapped(source);
        // In the memory of the host itself: its addresses are elsewhere, which takes longer to read.
        if (!host.hasProbeLeft(host.key(), low, nanos) || !IpAddresses.isHostIpv4(source)) {
            return false;
        }
        if (host.binding(0, low) != null) {
            host.skipProbe(host.key(), low, nanos);
            return false;
        }
        return probes.hasLeft(port, nanos);
    }

    /** Records a sighting of a host that is known to be attached here, and returns it; else returns null. */
    private @Nullable Host seeAgain(long port, long key, long nanos) {
        Host host = index.host(key);
        if (host == null || !host.isAt(datapathId, port)) {
            return null;
        }
        host.seen(nanos);
        return host;
    }

    /** Returns this for lookups at the present time. */
    LocalDevices on(long id) {
        datapathId = id;
        isRecentValid = changes == index.changes();
        return this;
    }

    @Override
    public long port(long mac, int vlan) {
        long key = HostKey.of(mac, vlan);
        long known = isRecentValid ? recent.port(key) : PortNumber.ANY;
        return known != PortNumber.ANY ? known : lookUpPort(key);
    }

    private long lookUpPort(long key) {
        Host host = index.host(key);
        SwitchPort port = host == null ? null : host.attachment();
        if (port == null || port.datapathId() != datapathId) {
            return PortNumber.ANY;
        }
        if (isRecentValid) {
            recent.add(key, port.port());
        }
        return port.port();
    }

    /**
     * Records a sighting of a host by a frame of the proxy, which may be the host. Returns the host if it was known to
     * be attached to the broadcast domain of this port; else null.
     */
    private @Nullable Host lookUp(SwitchPort here, long proxy, long key, long nanos) {
        Host host = index.host(key);
        if (host == null) {
            if (index.hasRoomForHost(here) || index.hasDetached(here)) {
                if (proxy == key) {
                    submitNew(here, key, nanos);
                } else {
                    submit(() -> table.proxySeen(proxy, key, here, nanos));
                }
            } else {
                rejectHost(key, here, nanos);
            }
            return null;
        }
        SwitchPort attachment = host.attachment();
        if (DeviceTable.isSameDomain(snapshot, attachment, here)) {
            host.seen(nanos);
            return host;
        }
        boolean isBack = attachment == null && DeviceTable.isSameDomain(snapshot, host.lastPort(), here);
        if (isBack || !host.isInHoldDown(here, nanos)) {
            submit(() -> table.proxySeen(proxy, key, here, nanos));
        }
        return null;
    }

    private void rejectHost(long key, SwitchPort here, long nanos) {
        reject(RejectionReason.FULL, nanos, () -> table.logRejected(key, here));
    }

    private void rejectDhcpServer(long key, SwitchPort here, long nanos) {
        reject(RejectionReason.UNTRUSTED_DHCP_SERVER, nanos, () -> table.dhcp().logUntrusted(key, here));
    }

    private void reject(RejectionReason reason, long nanos, Runnable log) {
        rejections.increment(reason);
        if (!hasRejected || nanos - rejectedNanos >= REJECTION_INTERVAL_NANOS) {
            hasRejected = true;
            rejectedNanos = nanos;
            submit(log);
        }
    }

    private void submit(Runnable task) {
        if (!executor.offer(task)) {
            rejections.increment(RejectionReason.BUSY);
        }
    }
}
