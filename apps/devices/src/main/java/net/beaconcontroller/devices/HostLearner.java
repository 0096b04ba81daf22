package net.beaconcontroller.devices;

import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.common.concurrent.BoundedExecutor;
import net.beaconcontroller.common.concurrent.EnumCounters;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.packet.BridgeAddresses;
import net.beaconcontroller.packet.Dhcp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Ipv4;
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

    private TopologySnapshot snapshot = TopologySnapshot.EMPTY;
    private PortSet edges = PortSet.NONE;
    private PortSet looped = PortSet.NONE;

    private final RecentHosts recent = new RecentHosts();
    /** The value of {@link DeviceIndex#changes} for which {@link #recent} is valid. */
    private int changes;

    /** The switch of the last call. */
    private long datapathId;

    private boolean isRecentValid;

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
                && isSeenAgain(port, HostKey.of(source, batch.vlan(at)), batch.receivedNanos());
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
        Host host = locate(port, key, nanos);
        snooper.read(frame);
        for (int i = 0; i < snooper.count(); i++) {
            long high = snooper.high(i);
            long low = snooper.low(i);
            Binding known = host == null ? null : host.binding(high, low);
            if (known != null) {
                known.seen(nanos);
            } else {
                var here = new SwitchPort(datapathId, port);
                submit(() -> table.addresses().claimed(key, here, high, low, nanos));
            }
        }
        if (ip != null && ip.isDhcp()) {
            learnDhcp(key, new SwitchPort(datapathId, port), frame, ip, nanos);
        }
        return Next.PASS;
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
        return host != null ? host : lookUp(new SwitchPort(datapathId, port), key, nanos);
    }

    private boolean isSeenAgain(long port, long key, long nanos) {
        return recent.hasSent(key, port) || seeAgain(port, key, nanos) != null;
    }

    /** Records a sighting of a host that is known to be attached here, and returns it; else returns null. */
    private @Nullable Host seeAgain(long port, long key, long nanos) {
        Host host = index.host(key);
        if (host == null || !host.isAt(datapathId, port)) {
            return null;
        }
        host.seen(nanos);
        recent.sent(key, port);
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

    private @Nullable Host lookUp(SwitchPort here, long key, long nanos) {
        Host host = index.host(key);
        if (host == null) {
            if (index.hasRoomForHost(here) || index.hasDetached(here)) {
                submit(() -> table.hostSeen(key, here, nanos));
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
        if (isBack || !host.isInHoldDown(nanos)) {
            submit(() -> table.hostSeen(key, here, nanos));
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

    private void learnDhcp(long key, SwitchPort here, Ethernet frame, Ipv4 ip, long nanos) {
        Dhcp message = ip.dhcp();
        if (message == null) {
            rejections.increment(RejectionReason.MALFORMED);
        } else if (!message.isFromClient()) {
            learnAnswer(key, here, frame, ip, message, nanos);
        } else if (message.type() == Dhcp.DISCOVER || message.type() == Dhcp.REQUEST) {
            int transaction = message.transactionId();
            if (message.clientMac() == frame.source() || message.relayAddress() != 0) {
                submit(() -> table.dhcp().requested(key, here, transaction));
            } else {
                rejections.increment(RejectionReason.FORGED);
            }
        }
    }

    private void learnAnswer(long server, SwitchPort here, Ethernet frame, Ipv4 ip, Dhcp message, long nanos) {
        int transaction = message.transactionId();
        if (ip.isToDhcpServer()) {
            long relay = HostKey.of(frame.destination(), frame.vlan());
            submit(() -> table.dhcp().answered(server, here, relay, transaction, null, nanos));
            return;
        }
        long client = HostKey.of(message.clientMac(), frame.vlan());
        DhcpTable.Lease lease = lease(message);
        submit(() -> table.dhcp().answered(server, here, client, transaction, lease, nanos));
    }

    private DhcpTable.@Nullable Lease lease(Dhcp message) {
        long address = message.yourAddress();
        if (message.type() != Dhcp.ACK || address == 0) {
            return null;
        }
        if (!IpAddresses.isHostIpv4(address)) {
            rejections.increment(RejectionReason.UNUSABLE_ADDRESS);
            return null;
        }
        long seconds = message.leaseSeconds() == Dhcp.INFINITE_LEASE ? 0 : message.leaseSeconds();
        return new DhcpTable.Lease(address, seconds);
    }

    private void submit(Runnable task) {
        if (!executor.offer(task)) {
            rejections.increment(RejectionReason.BUSY);
        }
    }
}
