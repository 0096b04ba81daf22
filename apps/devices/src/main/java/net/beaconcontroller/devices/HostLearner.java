package net.beaconcontroller.devices;

import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.PacketIn;
import net.beaconcontroller.common.HashMixing;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.common.concurrent.BoundedExecutor;
import net.beaconcontroller.common.concurrent.EnumCounters;
import net.beaconcontroller.packet.Dhcp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Ipv4;
import net.beaconcontroller.topology.PortSet;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;
import net.beaconcontroller.topology.TopologySnapshot;
import org.jspecify.annotations.Nullable;

/**
 * Hears the packets of one switch, on its loop, and tells the table what is new in them. Where nothing is new, all that happens
 * is that times are noted: nothing is locked, allocated or queued.
 *
 * <p>For this it remembers hosts that were heard lately, each in the one slot for its key and port, together with the state
 * they were in when they were found to be at this port. As long as the state is the same object, and the topology's snapshot is,
 * they still are.
 */
final class HostLearner {
    private static final int MIN_SLOTS = 1 << 6;
    private static final int MAX_SLOTS = 1 << 14;

    /** That there is no room is told no more often. */
    private static final long REFUSAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Topology topology;
    private final DeviceIndex index;
    private final DeviceTable table;
    private final BoundedExecutor executor;
    private final EnumCounters<RejectionReason> refusals;
    private final AddressSnooper claims;

    private TopologySnapshot snapshot = TopologySnapshot.EMPTY;
    private PortSet edges = PortSet.NONE;

    private @Nullable Slot[] slots = new Slot[MIN_SLOTS];
    private int evictions;
    private boolean hasRefused;
    private long refusedNanos;

    private record Slot(Host host, Host.State state, long port) {}

    /**
     * Nothing was heard yet.
     *
     * @param executor runs tasks on the table's thread
     */
    HostLearner(
            Topology topology, DeviceTable table, BoundedExecutor executor, EnumCounters<RejectionReason> refusals) {
        this.topology = topology;
        this.table = table;
        this.index = table.index();
        this.executor = executor;
        this.refusals = refusals;
        this.claims = new AddressSnooper(refusals);
    }

    void hear(long datapathId, PacketIn in) {
        TopologySnapshot now = topology.snapshot();
        if (now != snapshot) {
            snapshot = now;
            edges = now.edges(datapathId);
            slots = new Slot[slots.length];
        }
        long port = in.inPort();
        if (edges.contains(port)) {
            hearAtEdge(datapathId, port, in.frame(), in.receivedNanos());
        }
    }

    private void hearAtEdge(long datapathId, long port, Ethernet frame, long nanos) {
        long key = HostKey.of(frame.source(), frame.vlan());
        if (snapshot.hasSharedDomains() && mayBeEcho(frame, new SwitchPort(datapathId, port), key)) {
            return;
        }
        Host.State state = stateHere(datapathId, port, key, nanos);
        claims.read(frame);
        for (int i = 0; i < claims.count(); i++) {
            long high = claims.high(i);
            long low = claims.low(i);
            Binding known = state == null ? null : state.binding(high, low);
            if (known != null) {
                known.heard(nanos);
            } else {
                tellClaim(key, new SwitchPort(datapathId, port), high, low, nanos);
            }
        }
        if (frame.type() == Ethernet.TYPE_IPV4) {
            Ipv4 ip = frame.ipv4();
            if (ip != null && ip.isDhcp()) {
                hearDhcp(key, new SwitchPort(datapathId, port), frame, ip.dhcp(), nanos);
            }
        }
    }

    /**
     * What is broadcast into a domain can come back at its other ports. So who is known to be elsewhere is not believed to have
     * moved there by that alone.
     */
    private boolean mayBeEcho(Ethernet frame, SwitchPort here, long key) {
        if (!MacAddress.isGroup(frame.destination()) || !snapshot.isInSharedDomain(here)) {
            return false;
        }
        Host host = index.host(key);
        SwitchPort place = host == null ? null : host.place();
        return place != null && !DeviceTable.isSamePlace(snapshot, place, here);
    }

    /** Says that a host was heard at a port. Its state, if it was known to be there; else null, and the table is told. */
    private Host.@Nullable State stateHere(long datapathId, long port, long key, long nanos) {
        int at = slotOf(key, port);
        Slot slot = slots[at];
        if (slot != null && slot.host.key() == key && slot.port == port && slot.host.state() == slot.state) {
            slot.host.heard(nanos);
            return slot.state;
        }
        return find(new SwitchPort(datapathId, port), key, at, nanos);
    }

    private Host.@Nullable State find(SwitchPort here, long key, int at, long nanos) {
        Host host = index.host(key);
        if (host == null && !index.hasRoom(here)) {
            refusals.increment(RejectionReason.FULL);
            if (!hasRefused || nanos - refusedNanos >= REFUSAL_NANOS) {
                hasRefused = true;
                refusedNanos = nanos;
                tell(() -> table.refuse(key, here));
            }
            return null;
        }
        Host.State state = host == null ? null : host.state();
        if (host != null && state != null && DeviceTable.isSamePlace(snapshot, state.place(), here)) {
            host.heard(nanos);
            remember(new Slot(host, state, here.port()), at);
            return state;
        }
        if (host == null || host.place() == null || !host.isSettled(nanos)) {
            tell(() -> table.heard(key, here, nanos));
        }
        return null;
    }

    private void remember(Slot slot, int at) {
        Slot old = slots[at];
        if (old != null && old.host != slot.host && ++evictions > slots.length && slots.length < MAX_SLOTS) {
            slots = new Slot[2 * slots.length];
            evictions = 0;
        } else {
            slots[at] = slot;
        }
    }

    private int slotOf(long key, long port) {
        long hash = HashMixing.fibonacci(key ^ port << 48);
        return (int) (hash >>> (Long.numberOfLeadingZeros(slots.length) + 1)); // the highest bits, as many as it takes
    }

    private void tellClaim(long key, SwitchPort here, long high, long low, long nanos) {
        tell(() -> table.claimed(key, here, high, low, nanos));
    }

    private void hearDhcp(long key, SwitchPort here, Ethernet frame, @Nullable Dhcp message, long nanos) {
        if (message == null) {
            refusals.increment(RejectionReason.MALFORMED);
            return;
        }
        int transaction = message.transactionId();
        long client = message.clientMac();
        if (message.isFromClient() && message.type() == Dhcp.REQUEST && message.relayAddress() == 0) {
            if (client == frame.source()) {
                tell(() -> table.leaseRequested(key, here, transaction));
            } else {
                refusals.increment(RejectionReason.FORGED);
            }
        } else if (!message.isFromClient() && message.type() == Dhcp.ACK && message.yourAddress() != 0) {
            hearLease(HostKey.of(client, frame.vlan()), message, nanos);
        }
    }

    private void hearLease(long client, Dhcp message, long nanos) {
        long address = message.yourAddress();
        if (!IpAddresses.isHostsIpv4(address)) {
            refusals.increment(RejectionReason.UNUSABLE_ADDRESS);
            return;
        }
        int transaction = message.transactionId();
        long seconds = message.leaseSeconds() == Dhcp.INFINITE_LEASE ? 0 : message.leaseSeconds();
        tell(() -> table.leased(client, transaction, address, seconds, nanos));
    }

    private void tell(Runnable news) {
        if (!executor.offer(news)) {
            refusals.increment(RejectionReason.BUSY);
        }
    }
}
