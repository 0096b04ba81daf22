package net.beaconcontroller.emulator.host;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.emulator.link.EmulatedLink;
import net.beaconcontroller.emulator.link.FrameSink;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.packet.Dhcp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.packet.Icmp;
import net.beaconcontroller.packet.Ipv4;
import net.beaconcontroller.packet.Transport;
import net.beaconcontroller.switchkit.io.SelectLoop;
import org.jspecify.annotations.Nullable;

/**
 * A host with one interface. It answers ARP requests and pings, and requests an address by DHCP if it has none. Its
 * pings, datagrams and segments carry an id, by which every host detects duplicates: see {@link
 * Counters#duplicates()}. Gateways do not exist: all addresses are on the link.
 *
 * <p>The public methods may be called on any thread except the network's, unless stated otherwise.
 */
public final class EmulatedHost implements EmulatedLink.Endpoint {
    /** The default destination port of datagrams and streams: discard, RFC 863. */
    public static final int DISCARD_PORT = 9;

    /** The result of a ping without a reply. */
    public static final long NO_ANSWER = -1;

    /**
     * The counters of a host.
     *
     * @param framesSent frames sent
     * @param framesReceived frames received, including those for other hosts and other VLANs
     * @param probesReceived datagrams and pings addressed to the host, without duplicates
     * @param duplicates datagrams, pings, replies and segments received more than once, including those of other
     *     hosts and the host's own
     * @param damaged packets that were truncated or had a wrong checksum
     * @param unsent packets dropped because the address resolution failed or too many packets waited for it
     */
    public record Counters(
            long framesSent, long framesReceived, long probesReceived, long duplicates, long damaged, long unsent) {}

    /** The offset of the identifier and the sequence number in an echo message, which a reply repeats with the rest. */
    private static final int AFTER_CHECKSUM = 4;

    private record Ping(long sentNanos, LongConsumer done, Cancellable timeout) {}

    private final SelectLoop loop;
    private final NetworkSpec.Host plan;
    private final ProbeIds probes;
    private final ArpCache neighbours;
    private final ProbeWindow seen = new ProbeWindow();
    private final Map<Long, Ping> pings = new HashMap<>();
    private final Ethernet ethernet = new Ethernet();
    private final TcpEndpoint tcp;
    private final @Nullable DhcpClient dhcpClient;
    private final @Nullable DhcpServer dhcpServer;
    private FrameSink wire = _ -> {};
    private @Nullable Consumer<byte[]> listener;
    private long address;

    private long framesSent;
    private long framesReceived;
    private long probesReceived;
    private long duplicates;
    private long damaged;

    /** Creates a host that is not attached to a link. */
    public EmulatedHost(SelectLoop loop, ProbeIds probes, NetworkSpec.Host plan) {
        this.loop = loop;
        this.plan = plan;
        this.probes = probes;
        this.neighbours = new ArpCache(loop, plan.mac(), plan.vlan(), this::transmit);
        this.tcp = new TcpEndpoint(loop, this::sendSegment);
        this.dhcpServer = plan.leases()
                .map(pool -> new DhcpServer(loop, plan.address(), pool, this::sendToDhcpClient))
                .orElse(null);
        if (plan.address() == NetworkSpec.Host.BY_DHCP) {
            this.dhcpClient = new DhcpClient(loop, plan.mac(), this::sendToDhcpServers, this::setAddress);
        } else {
            this.dhcpClient = null;
            this.address = plan.address();
            neighbours.setAddress(address);
        }
    }

    public String name() {
        return plan.name();
    }

    /** Returns the Ethernet address, in the low 48 bits. */
    public long mac() {
        return plan.mac();
    }

    /** Returns the IPv4 address, in the low 32 bits; empty while the host has none. */
    public OptionalLong address() {
        long now = loop.call(this::currentAddress);
        return now == Ipv4Address.UNSPECIFIED ? OptionalLong.empty() : OptionalLong.of(now);
    }

    public Counters counters() {
        return loop.call(this::currentCounters);
    }

    /**
     * Pings an IPv4 address, in the low 32 bits.
     *
     * @return the round-trip time, or a {@link TimeoutException} without a reply; completed on the loop's
     *     thread
     * @throws RejectedExecutionException if the network has been closed
     */
    public CompletableFuture<Duration> ping(long destination, Duration timeout) {
        var answer = new CompletableFuture<Duration>();
        LongConsumer done = nanos -> {
            if (nanos == NO_ANSWER) {
                answer.completeExceptionally(new TimeoutException("%s received no reply from %s within %d ms"
                        .formatted(name(), Ipv4Address.toString(destination), timeout.toMillis())));
            } else {
                answer.complete(Duration.ofNanos(nanos));
            }
        };
        loop.call(Executors.callable(() -> ping(destination, timeout.toNanos(), done)));
        return answer;
    }

    /** Sends a datagram to a unicast or group IPv4 address and returns its id. */
    public long sendDatagram(long destination) {
        return sendDatagram(destination, DISCARD_PORT, DISCARD_PORT);
    }

    /** Sends a datagram with these ports, 0 to 65535, and returns its id. */
    public long sendDatagram(long destination, int sourcePort, int destinationPort) {
        return loop.call(() -> sendDatagramNow(destination, sourcePort, destinationPort));
    }

    /**
     * Whether the datagram or ping with this id was received, even if it was addressed to another host. Old ids are
     * forgotten.
     */
    public boolean hasSeen(long id) {
        return loop.call(() -> seen.has(requestKey(id)));
    }

    /** Sends a frame without changes. */
    public void send(byte... frame) {
        byte[] copy = frame.clone();
        loop.execute(() -> transmit(copy));
    }

    /** Broadcasts the address by gratuitous ARP. The host does so automatically when it gets a carrier. */
    public void announce() {
        loop.execute(neighbours::announce);
    }

    /** Forgets the Ethernet addresses of other hosts, as if their entries in the ARP cache had expired. */
    public void forgetNeighbours() {
        loop.execute(neighbours::clear);
    }

    /** Sets a listener for all received frames. It is called on the loop's thread and must not modify the array. */
    public void setListener(Consumer<byte[]> newListener) {
        loop.execute(() -> listener = newListener);
    }

    /** Sets the sink for the host's frames. For the loop's thread. */
    public void plug(FrameSink newWire) {
        wire = newWire;
    }

    /** Cancels all pings and streams. For the loop's thread. */
    public void close() {
        tcp.close();
        List.copyOf(pings.keySet()).forEach(id -> finish(id, NO_ANSWER));
    }

    public long currentAddress() {
        return address;
    }

    public Counters currentCounters() {
        return new Counters(framesSent, framesReceived, probesReceived, duplicates, damaged, neighbours.dropped());
    }

    /**
     * Sends a ping and passes the round-trip time in nanoseconds, or {@link #NO_ANSWER}, to the callback, once and
     * after this method has returned. For the loop's thread.
     */
    public void ping(long destination, long timeoutNanos, LongConsumer done) {
        long id = probes.next();
        Cancellable timeout = loop.after(timeoutNanos, () -> finish(id, NO_ANSWER));
        pings.put(id, new Ping(loop.nowNanos(), done, timeout));
        if (address != Ipv4Address.UNSPECIFIED) {
            seen.add(requestKey(id));
            send(
                    destination,
                    packet(address, destination)
                            .echoRequest((int) id >>> 16, (int) id)
                            .payload(probe(id)));
        }
    }

    public long sendDatagramNow(long destination, int sourcePort, int destinationPort) {
        long id = nextProbe();
        send(
                destination,
                packet(address, destination).udp(sourcePort, destinationPort).payload(probe(id)));
        return id;
    }

    /**
     * Opens a connection to the discard port, sends bytes and closes it. For the loop's thread.
     *
     * @param timeoutNanos the longest time without an acknowledgment
     */
    public TcpSender openStream(long destination, long bytes, long timeoutNanos, TcpSender.EndListener listener) {
        return tcp.send(address, destination, DISCARD_PORT, bytes, timeoutNanos, listener);
    }

    private void sendSegment(TcpSegment segment) {
        FrameBuilder packet = packet(segment.source(), segment.destination());
        send(segment.destination(), segment.appendTo(packet, nextProbe()));
    }

    /** Returns an id for the next packet, which the host marks as received. */
    private long nextProbe() {
        long id = probes.next();
        seen.add(requestKey(id));
        return id;
    }

    private void finish(long id, long nanos) {
        Ping ping = pings.remove(id);
        if (ping != null) {
            ping.timeout.cancel();
            ping.done.accept(nanos);
        }
    }

    @Override
    public void carrier(boolean up) {
        if (up) {
            neighbours.announce();
        }
        if (dhcpClient != null) {
            if (up) {
                dhcpClient.start();
            } else {
                dhcpClient.stop();
            }
        }
    }

    @Override
    public void receive(byte[] frame) {
        framesReceived++;
        if (listener != null) {
            listener.accept(frame);
        }
        if (frame.length < Ethernet.HEADER_LENGTH) {
            return;
        }
        ethernet.wrap(frame, 0, frame.length);
        if (!isInVlan()) {
            return;
        }
        boolean isForMac = ethernet.destination() == mac() || MacAddress.isGroup(ethernet.destination());
        var ipv4 = ethernet.ipv4();
        var arp = ethernet.arp();
        if (ipv4 != null) {
            receive(ipv4, isForMac);
        } else if (arp != null && isForMac) {
            neighbours.receive(arp);
        }
    }

    /** Whether the frame has the host's VLAN tag and no other. A priority tag counts as no tag. */
    private boolean isInVlan() {
        boolean isRight = plan.vlan() == VlanId.NONE ? ethernet.vlan() <= 0 : ethernet.vlan() == plan.vlan();
        int tags = ethernet.isTagged() ? 1 : 0;
        return isRight && ethernet.payloadOffset() == Ethernet.HEADER_LENGTH + Ethernet.TAG_LENGTH * tags;
    }

    private void receive(Ipv4 packet, boolean isForMac) {
        if (packet.isFragment()) {
            return;
        }
        if (!packet.isIntact()) {
            damaged++;
            return;
        }
        boolean isForAddress = address != Ipv4Address.UNSPECIFIED && packet.destination() == address;
        boolean isForThis = isForMac && (isForAddress || ArpCache.groupMac(packet.destination()) != 0);
        Icmp icmp = packet.icmp();
        Transport udp = packet.udp();
        if (icmp != null && icmp.code() == 0) {
            receiveEcho(packet, icmp.type(), isForThis);
        } else if (udp != null) {
            receiveDatagram(packet, udp, isForMac, isForThis);
        } else if (packet.tcp() != null) {
            receiveSegment(packet, isForMac && isForAddress);
        }
    }

    private void receiveEcho(Ipv4 packet, int type, boolean isForThis) {
        long id = probeId(packet, Icmp.ECHO_HEADER_LENGTH);
        if (type == Icmp.V4_ECHO_REQUEST) {
            note(id, requestKey(id), packet.source(), packet.destination(), isForThis);
            if (isForThis && packet.destination() == address) {
                if (id >= 0) {
                    seen.add(replyKey(id));
                }
                send(
                        packet.source(),
                        packet(address, packet.source())
                                .icmp(Icmp.V4_ECHO_REPLY, 0)
                                .payload(
                                        packet.array(),
                                        packet.payloadOffset() + AFTER_CHECKSUM,
                                        packet.payloadLength() - AFTER_CHECKSUM));
            }
        } else if (type == Icmp.V4_ECHO_REPLY) {
            note(id, replyKey(id), packet.destination(), packet.source(), false);
            Ping ping = pings.get(id);
            if (ping != null && isForThis) {
                finish(id, loop.nowNanos() - ping.sentNanos);
            }
        }
    }

    private void receiveDatagram(Ipv4 packet, Transport udp, boolean isForMac, boolean isForThis) {
        long id = probeId(packet, Transport.UDP_HEADER_LENGTH);
        if (id >= 0) {
            note(id, requestKey(id), packet.source(), packet.destination(), isForThis);
            return;
        }
        Dhcp message = packet.dhcp();
        if (message == null) {
            return;
        }
        if (dhcpServer != null && isForThis && udp.destinationPort() == Dhcp.SERVER_PORT) {
            dhcpServer.receive(message);
        } else if (dhcpClient != null && isForMac && udp.destinationPort() == Dhcp.CLIENT_PORT) {
            // The destination IP address may be the one that the server offers.
            dhcpClient.receive(message);
        }
    }

    private void receiveSegment(Ipv4 packet, boolean isForThis) {
        long id = probeId(packet, TcpSegment.PROBE_OFFSET);
        if (id >= 0 && !seen.add(requestKey(id))) {
            notifyDuplicate(id, packet.source(), packet.destination());
        }
        TcpSegment segment = TcpSegment.read(packet);
        if (segment != null && isForThis) {
            tcp.receive(segment);
        }
    }

    /** Returns the id of a packet, or -1 if it has none that the network has issued. */
    private long probeId(Ipv4 packet, int header) {
        boolean isLongEnough = packet.payloadLength() >= header + ProbeIds.LENGTH;
        return isLongEnough ? probes.read(packet.array(), packet.payloadOffset() + header) : -1;
    }

    private void note(long id, long key, long source, long destination, boolean isForThis) {
        if (id < 0) {
            return;
        }
        if (!seen.add(key)) {
            notifyDuplicate(id, source, destination);
        } else if (isForThis) {
            probesReceived++;
            probes.notifyArrived(id, this);
        }
    }

    private void notifyDuplicate(long id, long source, long destination) {
        duplicates++;
        probes.notifyDuplicate(id, source, destination);
    }

    /** Returns the key in the window of all packets except echo replies. */
    private static long requestKey(long id) {
        return 2 * id;
    }

    private static long replyKey(long id) {
        return 2 * id + 1;
    }

    /** Gives the host another IPv4 address, in the low 32 bits, which it announces. For the loop's thread. */
    public void setAddress(long newAddress) {
        address = newAddress;
        neighbours.setAddress(newAddress);
        neighbours.announce();
    }

    private void sendToDhcpServers(byte[] message) {
        send(
                Ipv4Address.BROADCAST,
                packet(address, Ipv4Address.BROADCAST)
                        .udp(Dhcp.CLIENT_PORT, Dhcp.SERVER_PORT)
                        .payload(message));
    }

    /** Sends a message without ARP, to which a client without an address does not reply: RFC 2131 section 4.1. */
    private void sendToDhcpClient(long clientMac, long clientAddress, byte[] message) {
        long destination = clientAddress == 0 ? Ipv4Address.BROADCAST : clientAddress;
        transmit(FrameBuilder.ethernet(clientMac, mac())
                .vlan(plan.vlan())
                .ipv4(address, destination)
                .udp(Dhcp.SERVER_PORT, Dhcp.CLIENT_PORT)
                .payload(message)
                .build());
    }

    /** Starts an IPv4 packet whose destination MAC address the ARP cache will write. */
    private FrameBuilder packet(long source, long destination) {
        return FrameBuilder.ethernet(0, mac()).vlan(plan.vlan()).ipv4(source, destination);
    }

    private void send(long destination, FrameBuilder packet) {
        neighbours.send(destination, packet.build());
    }

    private static byte[] probe(long id) {
        byte[] bytes = new byte[ProbeIds.LENGTH];
        ProbeIds.write(bytes, 0, id);
        return bytes;
    }

    private void transmit(byte[] frame) {
        framesSent++;
        wire.send(frame);
    }
}
