package net.beaconcontroller.emulator.host;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import net.beaconcontroller.common.ByteAccess;
import net.beaconcontroller.common.Ipv4Address;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.common.VlanId;
import net.beaconcontroller.emulator.link.EmulatedLink;
import net.beaconcontroller.emulator.link.FrameSink;
import net.beaconcontroller.emulator.loop.Cancelable;
import net.beaconcontroller.emulator.loop.EmulatorLoop;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.packet.Dhcp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.packet.Icmp;
import net.beaconcontroller.packet.Ipv4;
import net.beaconcontroller.packet.Transport;
import org.jspecify.annotations.Nullable;

/**
 * A host with one interface. It answers ARP and pings, asks for an address by DHCP if it has none, and sends pings, datagrams
 * and segments that carry an id, by which every host knows again what it has had: {@link Counters#duplicates()} counts what
 * came more than once. All addresses are taken to be on its link; there are no gateways.
 *
 * <p>The public methods are for any thread but the network's loop; the others are for the loop.
 */
public final class EmulatedHost implements EmulatedLink.Plug {
    /** Where datagrams and streams go if nothing else is said: discard, RFC 863. */
    public static final int DISCARD_PORT = 9;

    /** What a ping is told to that had no answer. */
    public static final long NO_ANSWER = -1;

    /** A magic number and an id. */
    private static final int PROBE_LENGTH = 2 * Long.BYTES;

    /**
     * What a host has counted.
     *
     * @param framesSent frames that it sent
     * @param framesReceived frames that came, those for others and those of other VLANs among them
     * @param probesReceived datagrams and pings that were for it, each counted once
     * @param duplicates datagrams, pings, answers and segments that came again, also if they were for others or its own
     * @param damaged packets that were cut short, or had a wrong checksum
     * @param unsent packets that it did not send as nobody answered for the address, or too many waited for that
     */
    public record Counters(
            long framesSent, long framesReceived, long probesReceived, long duplicates, long damaged, long unsent) {}

    /** The offset of the identifier and the sequence number in an echo message, which a reply repeats with the rest. */
    private static final int AFTER_CHECKSUM = 4;

    private record Ping(long sentNanos, LongConsumer done, Cancelable timeout) {}

    private final EmulatorLoop loop;
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

    /** A host whose frames go nowhere yet. */
    public EmulatedHost(EmulatorLoop loop, ProbeIds probes, NetworkSpec.Host plan) {
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

    /** Its Ethernet address, in the low 48 bits. */
    public long mac() {
        return plan.mac();
    }

    /** Its IPv4 address, in the low 32 bits; empty as long as it waits for one. */
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
     * @return how long it took until the answer came, on the loop's thread; a {@link TimeoutException} if there was none
     */
    public CompletableFuture<Duration> ping(long destination, Duration timeout) {
        var answer = new CompletableFuture<Duration>();
        loop.execute(() -> ping(destination, timeout.toNanos(), nanos -> {
            if (nanos == NO_ANSWER) {
                answer.completeExceptionally(new TimeoutException("%s had no answer from %s in %d ms"
                        .formatted(name(), Ipv4Address.toString(destination), timeout.toMillis())));
            } else {
                answer.complete(Duration.ofNanos(nanos));
            }
        }));
        return answer;
    }

    /** Sends a datagram to an IPv4 address or a group, and returns its id. */
    public long sendDatagram(long destination) {
        return sendDatagram(destination, DISCARD_PORT, DISCARD_PORT);
    }

    /** Sends a datagram from and to these ports, 0 to 65535, and returns its id. */
    public long sendDatagram(long destination, int sourcePort, int destinationPort) {
        return loop.call(() -> sendDatagramNow(destination, sourcePort, destinationPort));
    }

    /** Whether the datagram or ping with this id has come, also if it was for another. It forgets old ones. */
    public boolean hasSeen(long id) {
        return loop.call(() -> seen.has(requestKey(id)));
    }

    /** Sends these bytes as they are. */
    public void send(byte... frame) {
        byte[] copy = frame.clone();
        loop.execute(() -> transmit(copy));
    }

    /** Tells its address to everybody, by gratuitous ARP. It does so by itself when it comes up or has moved. */
    public void announce() {
        loop.execute(neighbours::announce);
    }

    /** From now on shows each frame that comes, on the loop's thread; the array must not be changed. */
    public void setListener(Consumer<byte[]> newListener) {
        loop.execute(() -> listener = newListener);
    }

    /** Says where its frames go. */
    public void plug(FrameSink newWire) {
        wire = newWire;
    }

    /** Gives up all pings and streams. */
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

    /** Pings, and tells once, and never before it returns, how many nanoseconds it took, or {@link #NO_ANSWER}. */
    public void ping(long destination, long timeoutNanos, LongConsumer done) {
        long id = probes.next();
        Cancelable timeout = loop.after(timeoutNanos, () -> finish(id, NO_ANSWER));
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
     * Opens a connection to the discard port, sends so many bytes, and closes it.
     *
     * @param patienceNanos as long nothing may be acknowledged until it gives up
     */
    public TcpSender openStream(long destination, long bytes, long patienceNanos, TcpSender.Ending ending) {
        return tcp.send(address, destination, DISCARD_PORT, bytes, patienceNanos, ending);
    }

    private void sendSegment(TcpSegment segment) {
        FrameBuilder packet = packet(segment.source(), segment.destination());
        send(segment.destination(), segment.appendTo(packet, nextProbe()));
    }

    /** An id for what is about to be sent. */
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
            neighbours.hear(arp);
        }
    }

    /** Whether the frame has the host's tag and no other; one that has a priority only counts as none. */
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
            dhcpClient.hear(message);
        }
    }

    private void receiveSegment(Ipv4 packet, boolean isForThis) {
        long id = probeId(packet, TcpSegment.PROBE_OFFSET);
        if (id >= 0 && !seen.add(requestKey(id))) {
            tellDuplicate(id, packet.source(), packet.destination());
        }
        TcpSegment segment = TcpSegment.read(packet);
        if (segment != null && isForThis) {
            tcp.hear(segment);
        }
    }

    /** The id that a packet carries, or -1; one that nobody gave out is none. */
    private long probeId(Ipv4 packet, int header) {
        if (packet.payloadLength() < header + PROBE_LENGTH) {
            return -1;
        }
        long magic = ByteAccess.getLong(packet.array(), packet.payloadOffset() + header);
        long id = ByteAccess.getLong(packet.array(), packet.payloadOffset() + header + Long.BYTES);
        return magic == ProbeIds.MAGIC && id >= 0 && id < probes.issued() ? id : -1;
    }

    private void note(long id, long key, long source, long destination, boolean isForThis) {
        if (id < 0) {
            return;
        }
        if (!seen.add(key)) {
            tellDuplicate(id, source, destination);
        } else if (isForThis) {
            probesReceived++;
            probes.tellArrived(id, this);
        }
    }

    private void tellDuplicate(long id, long source, long destination) {
        duplicates++;
        probes.tellDuplicate(id, source, destination);
    }

    /** What the window knows all by, but echo replies. */
    private static long requestKey(long id) {
        return 2 * id;
    }

    private static long replyKey(long id) {
        return 2 * id + 1;
    }

    private void setAddress(long newAddress) {
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
        byte[] bytes = new byte[PROBE_LENGTH];
        ByteAccess.putLong(bytes, 0, ProbeIds.MAGIC);
        ByteAccess.putLong(bytes, Long.BYTES, id);
        return bytes;
    }

    private void transmit(byte[] frame) {
        framesSent++;
        wire.send(frame);
    }
}
