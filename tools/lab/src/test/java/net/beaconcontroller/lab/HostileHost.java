package net.beaconcontroller.lab;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.labkit.OvsLab;
import net.beaconcontroller.labkit.PacketSocket;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;

/**
 * A host with two ports, at different switches, that attacks the network and all other hosts at both of them. It sends
 * oversized frames whose content are messages of OpenFlow, frames of all lengths, BPDUs, Neighbor Discovery, ARP and
 * DHCP with the addresses of others, frames from many addresses and VLANs, broadcasts and multicasts, and relays the
 * probes of the controller between its ports after a delay.
 */
final class HostileHost implements AutoCloseable {
    /** Times between frames of all kinds, and between long ones. */
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final long LONG_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    /** So long that the controller can distinguish a relay from a cable. */
    private static final long MIN_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long MAX_DELAY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int TYPE = 0x88b6;
    private static final int TYPE_PROBE = 0x88b5;
    private static final int MTU = 0xffff;
    /** The longest UDP datagram for which a switch makes a packet-in whose length exceeds 16 bits. */
    private static final int DATAGRAM = 65_500;

    private static final long BPDU = 0x0180_c200_0000L;
    private static final long NEAREST_BRIDGE = 0x0180_c200_000eL;

    private record Relayed(PacketSocket to, Bytes frame, long atNanos) {}

    private final SplittableRandom random = new SplittableRandom(1);
    private final OvsLab lab;
    private final List<Integer> ports;
    private final List<NetworkSpec.Host> victims;
    private final List<PacketSocket> sockets = new ArrayList<>();
    private final List<byte[]> messages = new ArrayList<>();
    private final PriorityQueue<Relayed> relayed = new PriorityQueue<>(Comparator.comparingLong(Relayed::atNanos));
    private final CompletableFuture<Void> end;
    private volatile boolean isOver;
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger relays = new AtomicInteger();

    private HostileHost(OvsLab lab, List<Integer> ports) throws Exception {
        this.lab = lab;
        this.ports = ports;
        victims = lab.hosts()
                .filter(host -> !ports.contains(host))
                .map(host -> lab.layout().hosts().get(host - 1))
                .toList();
        for (int port : ports) {
            NetworkSpec.End at = lab.hostPort(port);
            lab.vsctl("set interface %s-eth%d mtu_request=%d".formatted(at.node(), at.port(), MTU));
            lab.inHost(port, "ip link set eth0 mtu " + MTU);
            sockets.add(lab.openPacketSocket(port));
            messages.add(portRemovals(OvsLab.number(at.node())));
        }
        end = CompletableFuture.runAsync(this::run, Thread.ofPlatform()::start);
    }

    /** Starts the attack of two hosts of a lab, which act as one. */
    static HostileHost start(OvsLab lab, int one, int other) throws Exception {
        return new HostileHost(lab, List.of(one, other));
    }

    /** Returns the number of frames that were sent, and of probes that were relayed. */
    @Override
    public String toString() {
        return "%d frames, %d of them relayed probes".formatted(sent.get(), relays.get());
    }

    /** Returns messages in which a switch tells that the ports of others are removed, in versions 1.0 and 1.3. */
    private byte[] portRemovals(int sw) throws IOException {
        var removals = new ByteArrayOutputStream();
        while (removals.size() < DATAGRAM) {
            for (NetworkSpec.End port : lab.portsOf(sw).toList()) {
                for (Version version : List.of(Version.OF10, Version.OF13)) {
                    var removed = Port.of(port.port(), 0x0200_0000_0001L, "removed");
                    removals.write(Messages.encode(new PortStatus(PortStatus.Reason.DELETE, removed), version, 0));
                }
            }
        }
        return Arrays.copyOf(removals.toByteArray(), DATAGRAM);
    }

    private void run() {
        long next = System.nanoTime();
        long nextLong = next;
        while (!isOver) {
            for (int i = 0; i < sockets.size(); i++) {
                PacketSocket socket = sockets.get(i);
                collectProbes(socket, sockets.get(1 - i));
                send(socket, frame(ports.get(i)));
                send(socket, flood(own(ports.get(i))));
                if (System.nanoTime() - nextLong >= 0) {
                    send(socket, longFrame(messages.get(i)));
                }
            }
            relay();
            long now = System.nanoTime();
            if (now - nextLong >= 0) {
                nextLong = now + LONG_INTERVAL_NANOS;
            }
            next = Math.max(next + INTERVAL_NANOS, now);
            LockSupport.parkNanos(next - now);
        }
    }

    private void send(PacketSocket socket, byte[] frame) {
        sent.addAndGet(socket.send(frame) ? 1 : 0);
    }

    private void collectProbes(PacketSocket from, PacketSocket to) {
        for (var frame = from.poll(); frame.isPresent(); frame = from.poll()) {
            byte[] bytes = frame.get();
            int type = ByteBuffer.wrap(bytes).getShort(12) & 0xffff;
            if (type == Ethernet.TYPE_LLDP || type == TYPE_PROBE) {
                relayed.add(new Relayed(
                        to, Bytes.of(bytes), System.nanoTime() + random.nextLong(MIN_DELAY_NANOS, MAX_DELAY_NANOS)));
            }
        }
    }

    private void relay() {
        for (Relayed first = relayed.peek();
                first != null && System.nanoTime() - first.atNanos >= 0;
                first = relayed.peek()) {
            relayed.remove();
            send(first.to, first.frame.toArray());
            relays.incrementAndGet();
        }
    }

    /** Returns an oversized frame with messages of OpenFlow, or one of any other length. */
    private byte[] longFrame(byte[] payload) {
        NetworkSpec.Host victim = victim();
        int length = random.nextInt(2) == 0 ? MTU - random.nextInt(200) : 1_500 + random.nextInt(MTU - 1_500);
        return switch (random.nextInt(3)) {
            // Of 43 bytes is the message that OversizedPacketTest describes.
            case 0 ->
                FrameBuilder.ethernet(
                                0x0200_0000_0001L | (random.nextBoolean() ? 43L : random.nextLong(256)) << 24, made())
                        .ipv4(random.nextInt() & 0xffff_ffffL, victim.address())
                        .udp(9, 9)
                        .payload(payload)
                        .build();
            case 1 ->
                FrameBuilder.ethernet(victim.mac(), made())
                        .type(TYPE)
                        .zeros(length)
                        .build();
            default ->
                FrameBuilder.ethernet(MacAddress.BROADCAST, made())
                        .type(TYPE)
                        .zeros(length)
                        .build();
        };
    }

    private NetworkSpec.Host victim() {
        return victims.get(random.nextInt(victims.size()));
    }

    /** Returns a random unicast address. */
    private long made() {
        return random.nextLong() & 0xfcff_ffff_ffffL;
    }

    private byte[] frame(int port) {
        NetworkSpec.Host victim = victim();
        NetworkSpec.Host other = victim();
        NetworkSpec.Host own = own(port);
        long source =
                switch (random.nextInt(3)) {
                    case 0 -> own.mac();
                    case 1 -> victim.mac();
                    default -> made();
                };
        long destination = random.nextBoolean() ? MacAddress.BROADCAST : other.mac();
        return switch (random.nextInt(8)) {
            case 0 -> FrameBuilder.ethernet(BPDU, source).type(39).zeros(46).build();
            case 1 ->
                FrameBuilder.ethernet(NEAREST_BRIDGE, source)
                        .lldp("1".getBytes(StandardCharsets.US_ASCII), new byte[] {'1'}, 120)
                        .build();
            case 2, 3 -> arp(destination, source, random.nextBoolean() ? source : own.mac(), victim, other);
            case 4 -> neighborAdvertisement(destination, source, victim);
            case 5 -> dhcpAck(source, victim);
            case 6 ->
                FrameBuilder.ethernet(random.nextBoolean() ? destination : made(), made())
                        .vlan(random.nextInt(4_096))
                        .type(TYPE)
                        .zeros(46)
                        .build();
            default ->
                FrameBuilder.ethernet(destination, made())
                        .ipv4(random.nextInt() & 0xffff_ffffL, other.address())
                        .udp(9, 9)
                        .payload(new byte[18])
                        .build();
        };
    }

    private NetworkSpec.Host own(int port) {
        return lab.layout().hosts().get(port - 1);
    }

    /** Returns a broadcast or a multicast that is different from all others. */
    private byte[] flood(NetworkSpec.Host own) {
        long multicast = 0x0100_5e00_0000L | random.nextInt(1 << 23);
        return FrameBuilder.ethernet(random.nextBoolean() ? multicast : MacAddress.BROADCAST, own.mac())
                .type(TYPE)
                .payload(ByteBuffer.allocate(46).putLong(random.nextLong()).array())
                .build();
    }

    /** Returns a request or a reply with the IP address of a host. */
    private byte[] arp(long destination, long source, long claimant, NetworkSpec.Host victim, NetworkSpec.Host other) {
        return FrameBuilder.ethernet(destination, source)
                .arp(1 + random.nextInt(2), claimant, victim.address(), other.mac(), other.address())
                .build();
    }

    private static byte[] neighborAdvertisement(long destination, long source, NetworkSpec.Host victim) {
        var address = new Ipv6Address(0xfe80L << 48, victim.address());
        return FrameBuilder.ethernet(destination, source)
                .ipv6(address, address)
                .timeToLive(255)
                .neighborAdvertisement(address, source)
                .build();
    }

    private static byte[] dhcpAck(long source, NetworkSpec.Host victim) {
        byte[] message = ByteBuffer.allocate(300)
                .put(0, new byte[] {2, 1, 6})
                .putInt(16, (int) victim.address())
                .putLong(28, victim.mac() << 16)
                .putInt(236, 0x6382_5363)
                .put(240, new byte[] {53, 1, 5, (byte) 255})
                .array();
        return FrameBuilder.ethernet(MacAddress.BROADCAST, source)
                .ipv4(victim.address(), 0xffff_ffffL)
                .udp(67, 68)
                .payload(message)
                .build();
    }

    /** Ends the attack. */
    @Override
    public void close() {
        isOver = true;
        end.join();
        sockets.forEach(PacketSocket::close);
    }
}
