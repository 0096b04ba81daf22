package net.beaconcontroller.routing;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.topology.SwitchPort;

/** Packet-ins of all kinds, from a network of two switches whose hosts are known. */
final class RandomPackets {
    static final long SWITCHES = 2;
    private static final int HOSTS = 6;
    /** Attached to a switch that is not connected. */
    private static final int UNREACHABLE = HOSTS - 1;
    /** Port 5 has a link, port 6 is not classified. */
    private static final int EDGES = 4;

    private static final int LINK_PORT = 5;
    private static final int PORTS = 6;
    private static final int MAX_BATCH = 16;

    private final SplittableRandom random;
    private long nextBuffer;
    private int nextFrame;

    RandomPackets(SplittableRandom random) {
        this.random = random;
    }

    /** Returns a started fixture with the network. */
    static ForwarderFixture network(Version version) {
        return network(version, Map.of());
    }

    /** Returns a started fixture with the network and these settings. */
    static ForwarderFixture network(Version version, Map<String, String> settings) {
        var fixture = new ForwarderFixture(version);
        for (long id = 1; id <= SWITCHES; id++) {
            fixture.withSwitch(id, EDGES);
        }
        fixture.withLink(new SwitchPort(1, LINK_PORT), new SwitchPort(2, LINK_PORT));
        for (int host = 0; host < HOSTS; host++) {
            long datapathId = host == UNREACHABLE ? SWITCHES + 1 : 1 + host % SWITCHES;
            var at = new SwitchPort(datapathId, 1 + host / SWITCHES);
            if (host < 4) {
                fixture.withHost(mac(host), ip(host), at);
            } else {
                fixture.withHost(mac(host), ip6(host), at);
            }
        }
        fixture.start(settings);
        return fixture;
    }

    private static long mac(int host) {
        return 0x0200_0000_0000L | host;
    }

    private static long ip(int host) {
        return 0x0a00_0001L + host;
    }

    private static Ipv6Address ip6(int host) {
        return new Ipv6Address(0xfd00L << 48, 1 + host);
    }

    /** Returns packet-ins of one switch. A quarter has a buffer id; each id is used once. */
    PacketIn[] batch() {
        var packets = new PacketIn[1 + random.nextInt(MAX_BATCH)];
        for (int i = 0; i < packets.length; i++) {
            packets[i] = packetIn(Bytes.of(frame()));
        }
        return packets;
    }

    /** Returns another packet-in with the same frame, for example from another port. */
    PacketIn again(PacketIn in) {
        return packetIn(in.data());
    }

    private PacketIn packetIn(Bytes frame) {
        long bufferId = random.nextInt(4) == 0 ? nextBuffer++ : PacketIn.NO_BUFFER;
        return PacketIn.of(1 + random.nextInt(PORTS), bufferId, frame);
    }

    /** Returns the packet-in of a switch that sends only a part of the frame. */
    PacketIn truncated(PacketIn in) {
        Bytes frame = in.data();
        int length = Ethernet.HEADER_LENGTH + random.nextInt(frame.length() - Ethernet.HEADER_LENGTH);
        return new PacketIn(
                in.bufferId(),
                frame.length(),
                in.reason(),
                in.tableId(),
                in.cookie(),
                in.match(),
                Bytes.of(frame.toArray(), 0, length));
    }

    /** Returns a host, or the number of none. */
    private int host() {
        return random.nextInt(HOSTS + 1);
    }

    /** Returns a frame that is different from all others, by its trailer. */
    private byte[] frame() {
        byte[] frame = content();
        byte[] all = Arrays.copyOf(frame, frame.length + Integer.BYTES);
        ByteAccess.putInt(all, frame.length, nextFrame++);
        return all;
    }

    private byte[] content() {
        long destination =
                switch (random.nextInt(8)) {
                    case 0 -> MacAddress.BROADCAST;
                    case 1 -> 0x0180_c200_0000L | random.nextInt(64);
                    default -> mac(host());
                };
        int sender = host();
        var frame = FrameBuilder.ethernet(destination, mac(sender));
        if (random.nextInt(8) == 0) {
            frame.vlan(random.nextInt(2));
        }
        int claimant = random.nextBoolean() ? sender : host();
        int claimed = random.nextBoolean() ? sender : host();
        return switch (random.nextInt(5)) {
            case 0 ->
                frame.arp(1 + random.nextInt(2), mac(claimant), ip(claimed), mac(host()), ip(host()))
                        .build();
            case 1 ->
                frame.ipv6(ip6(claimed), ip6(host()))
                        .timeToLive(255)
                        .neighborAdvertisement(ip6(claimed), mac(claimant))
                        .build();
            case 2 ->
                frame.ipv6(ip6(claimed), ip6(host()))
                        .timeToLive(255)
                        .neighborSolicitation(ip6(host()), mac(claimant))
                        .build();
            case 3 -> frame.ipv6(ip6(claimed), ip6(host())).udp(1, 2).build();
            default -> frame.type(Ethernet.TYPE_IPV4).zeros(random.nextInt(100)).build();
        };
    }
}
