package net.beaconcontroller.probe.robustness.catalogue;

import static net.beaconcontroller.net.ByteAccess.putInt;
import static net.beaconcontroller.net.ByteAccess.putMac;
import static net.beaconcontroller.net.ByteAccess.putShort;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Dhcp;
import net.beaconcontroller.packet.DhcpBuilder;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.packet.NeighborDiscovery;
import net.beaconcontroller.probe.CraftedMessage;
import net.beaconcontroller.probe.Host;
import net.beaconcontroller.probe.PacketInMessage;
import net.beaconcontroller.probe.Probe;
import net.beaconcontroller.probe.ProbeSwitch;
import net.beaconcontroller.probe.robustness.ProbeCase;
import net.beaconcontroller.switchkit.ReceivedMessage;

/**
 * Correct packet-ins with broken frames, buffered and not. Forwarding a frame by its Ethernet addresses is right, and
 * so is to ask the sender whether it has the IP address of its packet. A flow for header fields that the frame does not
 * have, or an answer to its sender, is not.
 */
final class FrameCases {
    private static final int NETWORK_LAYER = Ethernet.HEADER_LENGTH;
    private static final int IPV4_TRANSPORT = NETWORK_LAYER + 20;
    private static final int IPV6_TRANSPORT = NETWORK_LAYER + 40;
    private static final int LARGE = 64_000;
    private static final long MULTICAST = 0x0100_5e00_0001L;
    private static final long LLDP_MULTICAST = 0x0180_c200_000eL;
    private static final Optional<Bytes> ARP_REQUEST = Optional.of(Bytes.ofLong(Arp.REQUEST, 2));
    private static final Optional<Bytes> NEIGHBOR_SOLICITATION =
            Optional.of(Bytes.ofLong(NeighborDiscovery.NEIGHBOR_SOLICITATION, 1));

    private final List<ProbeCase> cases = new ArrayList<>();

    private FrameCases() {}

    static List<ProbeCase> all() {
        var all = new FrameCases();
        all.addEthernet();
        all.addVlan();
        all.addArp();
        all.addIpv4();
        all.addIpv6();
        all.addTransport();
        all.addDhcp();
        all.addLldp();
        all.addAddresses();
        return all.cases;
    }

    private void addEthernet() {
        add("empty", "a frame of no bytes", (_, _) -> new byte[0]);
        add("one-byte", "a frame of one byte", (from, to) -> cut(udp(from, to), 1));
        add("ethernet-cut-in-destination", "a frame of 5 bytes", (from, to) -> cut(udp(from, to), 5));
        add("ethernet-cut-in-source", "a frame of 11 bytes", (from, to) -> cut(udp(from, to), 11));
        add("ethernet-cut-in-type", "a frame of 13 bytes", (from, to) -> cut(udp(from, to), 13));
        add("ethernet-header-only", "a frame of 14 bytes", (from, to) -> cut(udp(from, to), 14));
        add("ethernet-large", "a frame of 64,000 bytes", (from, to) -> Arrays.copyOf(udp(from, to), LARGE));
        add(
                "ethernet-type-unknown",
                "an unknown Ethernet type",
                (from, to) -> changed(udp(from, to), frame -> putShort(frame, 12, 0xabcd)));
        add(
                "ethernet-type-reserved",
                "an Ethernet type of 0x05ff, which is not a length either",
                (from, to) -> changed(udp(from, to), frame -> putShort(frame, 12, 0x05ff)));
        add(
                "ethernet-length-too-long",
                "an 802.3 length of 1500 in a frame of 60 bytes",
                (from, to) -> changed(udp(from, to), frame -> putShort(frame, 12, 1500)));
        add(
                "snap-cut",
                "an 802.3 frame that ends within its SNAP header",
                (from, to) -> cut(
                        changed(udp(from, to), frame -> {
                            putShort(frame, 12, 8);
                            putInt(frame, 14, 0xaaaa0300);
                        }),
                        18));
        add(
                "arp-over-ipv4",
                "the Ethernet type of ARP over an IPv4 packet",
                (from, to) -> changed(udp(from, to), frame -> putShort(frame, 12, Ethernet.TYPE_ARP)));
        add(
                "ipv6-over-ipv4",
                "the Ethernet type of IPv6 over an IPv4 packet",
                (from, to) -> changed(udp(from, to), frame -> putShort(frame, 12, Ethernet.TYPE_IPV6)));
        add(
                "ipv4-over-arp",
                "the Ethernet type of IPv4 over an ARP packet",
                (from, to) -> changed(arp(from, to), frame -> putShort(frame, 12, Ethernet.TYPE_IPV4)));
        add(
                "lldp-over-ipv4",
                "the Ethernet type of LLDP over an IPv4 packet",
                (from, to) -> changed(udp(from, to), frame -> putShort(frame, 12, Ethernet.TYPE_LLDP)));
    }

    private void addVlan() {
        add("vlan-cut", "a frame that ends within its VLAN tag", (from, to) -> cut(tagged(from, to), 15));
        add("vlan-without-type", "a frame that ends after its VLAN tag", (from, to) -> cut(tagged(from, to), 16));
        add(
                "vlan-reserved",
                "the reserved VLAN id 4095",
                (from, to) -> changed(tagged(from, to), frame -> putShort(frame, 14, 0xffff)));
        add("vlan-stack", "two VLAN tags", (from, to) -> stacked(from, to, 2));
        add("vlan-stack-deep", "fifteen thousand VLAN tags, and nothing else", (from, to) -> stacked(from, to, 15_000));
        add(
                "vlan-provider",
                "a tag of the provider type around a customer tag",
                (from, to) -> changed(stacked(from, to, 2), frame -> putShort(frame, 12, Ethernet.TYPE_QINQ)));
    }

    private void addArp() {
        add("arp-cut", "an ARP request that ends within its addresses", (from, to) -> cut(arp(from, to), 35));
        add(
                "arp-hardware-type",
                "an ARP request of an unknown hardware type",
                (from, to) -> changed(arp(from, to), frame -> putShort(frame, NETWORK_LAYER, 0xffff)));
        add(
                "arp-protocol-type",
                "an ARP request for IPv6",
                (from, to) -> changed(arp(from, to), frame -> putShort(frame, NETWORK_LAYER + 2, Ethernet.TYPE_IPV6)));
        add(
                "arp-address-lengths",
                "an ARP request with addresses of 255 bytes",
                (from, to) -> changed(arp(from, to), frame -> putShort(frame, NETWORK_LAYER + 4, 0xffff)));
        add(
                "arp-address-lengths-zero",
                "an ARP request with addresses of no bytes",
                (from, to) -> changed(arp(from, to), frame -> putShort(frame, NETWORK_LAYER + 4, 0)));
        add(
                "arp-operation",
                "an ARP packet of an unknown operation",
                (from, to) -> changed(arp(from, to), frame -> putShort(frame, NETWORK_LAYER + 6, 0xffff)));
        add(
                "arp-sender-group",
                "an ARP request whose sender has a group address",
                (from, to) -> changed(arp(from, to), frame -> putMac(frame, NETWORK_LAYER + 8, MULTICAST)));
    }

    private void addIpv4() {
        for (int length : new int[] {1, 10, 19}) {
            add(
                    "ipv4-cut-" + length,
                    "an IPv4 header of %d bytes".formatted(length),
                    (from, to) -> cut(udp(from, to), NETWORK_LAYER + length));
        }
        add("ipv4-version", "an IPv4 packet of version 15", (from, to) -> ipv4(from, to, 0, 0xf5));
        add("ipv4-header-too-short", "an IPv4 header of 0 words", (from, to) -> ipv4(from, to, 0, 0x40));
        add(
                "ipv4-header-too-long",
                "an IPv4 header of 60 bytes in a shorter packet",
                (from, to) -> cut(ipv4(from, to, 0, 0x4f), NETWORK_LAYER + 30));
        add("ipv4-length-zero", "an IPv4 packet of no bytes", (from, to) -> ipv4Short(from, to, 2, 0));
        add("ipv4-length-below-header", "an IPv4 packet of 19 bytes", (from, to) -> ipv4Short(from, to, 2, 19));
        add(
                "ipv4-length-too-long",
                "an IPv4 packet of 65,535 bytes in 60",
                (from, to) -> ipv4Short(from, to, 2, 0xffff));
        add("ipv4-fragment", "a fragment that is not the first", (from, to) -> ipv4Short(from, to, 6, 0x2001));
        add(
                "ipv4-fragment-last",
                "a fragment that would end after 65,535 bytes",
                (from, to) -> ipv4Short(from, to, 6, 0x1fff));
        add("ipv4-checksum", "a wrong checksum of the IPv4 header", (from, to) -> ipv4Short(from, to, 10, 0xdead));
        add("ipv4-time-to-live", "a time to live of 0", (from, to) -> ipv4(from, to, 8, 0));
        add(
                "ipv4-source-group",
                "a group address as IPv4 source",
                (from, to) -> changed(udp(from, to), frame -> putInt(frame, NETWORK_LAYER + 12, 0xe000_0001)));
        add(
                "ipv4-source-broadcast",
                "the broadcast address as IPv4 source",
                (from, to) -> changed(udp(from, to), frame -> putInt(frame, NETWORK_LAYER + 12, -1)));
    }

    private void addIpv6() {
        for (int length : new int[] {1, 20, 39}) {
            add(
                    "ipv6-cut-" + length,
                    "an IPv6 header of %d bytes".formatted(length),
                    (from, to) -> cut(udp6(from, to), NETWORK_LAYER + length));
        }
        add(
                "ipv6-version",
                "an IPv6 packet of version 4",
                (from, to) -> changed(udp6(from, to), frame -> frame[NETWORK_LAYER] = 0x40));
        add(
                "ipv6-length-too-long",
                "an IPv6 payload of 65,535 bytes in 60",
                (from, to) -> changed(udp6(from, to), frame -> putShort(frame, NETWORK_LAYER + 4, 0xffff)));
        add(
                "ipv6-length-zero",
                "an IPv6 payload of no bytes before UDP",
                (from, to) -> changed(udp6(from, to), frame -> putShort(frame, NETWORK_LAYER + 4, 0)));
        add(
                "ipv6-extension-cut",
                "an IPv6 extension header that is longer than the packet",
                (from, to) -> changed(udp6(from, to), frame -> {
                    frame[NETWORK_LAYER + 6] = 0;
                    frame[IPV6_TRANSPORT] = 17;
                    frame[IPV6_TRANSPORT + 1] = (byte) 0xff;
                }));
        add(
                "ipv6-extension-loop",
                "IPv6 extension headers without an end",
                (from, to) -> changed(udp6(from, to), frame -> {
                    frame[NETWORK_LAYER + 6] = 0;
                    Arrays.fill(frame, IPV6_TRANSPORT, frame.length, (byte) 0);
                }));
        add(
                "nd-cut",
                "a neighbor solicitation that ends within its target",
                (from, to) -> cut(solicitation(from, to), IPV6_TRANSPORT + 15));
        add(
                "nd-option-length-zero",
                "a neighbor solicitation with an option of no bytes",
                (from, to) -> changed(solicitation(from, to), frame -> frame[IPV6_TRANSPORT + 25] = 0));
        add(
                "nd-option-too-long",
                "a neighbor solicitation with an option of 2040 bytes",
                (from, to) -> changed(solicitation(from, to), frame -> frame[IPV6_TRANSPORT + 25] = (byte) 0xff));
        add(
                "nd-hop-limit",
                "a neighbor solicitation that has passed a router",
                (from, to) -> changed(solicitation(from, to), frame -> frame[NETWORK_LAYER + 7] = 64));
        add(
                "nd-advertisement-group",
                "a neighbor advertisement of a group address",
                (from, to) -> FrameBuilder.ethernet(to.mac(), from.mac())
                        .ipv6(ipv6(from), ipv6(to))
                        .neighborAdvertisement(ipv6(from), MULTICAST)
                        .build());
    }

    private void addTransport() {
        add("udp-cut", "a UDP header of 3 bytes", (from, to) -> ipv4Ending(udp(from, to), 3));
        add(
                "udp-length-zero",
                "a UDP datagram of no bytes",
                (from, to) -> changed(udp(from, to), frame -> putShort(frame, IPV4_TRANSPORT + 4, 0)));
        add(
                "udp-length-too-long",
                "a UDP datagram of 65,535 bytes",
                (from, to) -> changed(udp(from, to), frame -> putShort(frame, IPV4_TRANSPORT + 4, 0xffff)));
        add(
                "udp-checksum",
                "a wrong UDP checksum",
                (from, to) -> changed(udp(from, to), frame -> putShort(frame, IPV4_TRANSPORT + 6, 0xdead)));
        add("tcp-cut", "a TCP header of 3 bytes", (from, to) -> ipv4Ending(tcp(from, to), 3));
        add(
                "tcp-header-too-short",
                "a TCP header of 0 words",
                (from, to) -> changed(tcp(from, to), frame -> frame[IPV4_TRANSPORT + 12] = 0));
        add(
                "tcp-header-too-long",
                "a TCP header of 60 bytes in 20",
                (from, to) -> changed(tcp(from, to), frame -> frame[IPV4_TRANSPORT + 12] = (byte) 0xf0));
        add(
                "tcp-flags",
                "a TCP segment with all flags",
                (from, to) -> changed(tcp(from, to), frame -> frame[IPV4_TRANSPORT + 13] = (byte) 0xff));
        add(
                "icmp-cut",
                "an ICMP message of one byte",
                (from, to) -> ipv4Ending(
                        FrameBuilder.ethernet(to.mac(), from.mac())
                                .ipv4(from.ip(), to.ip())
                                .echoRequest(1, 1)
                                .build(),
                        1));
        add("protocol-unknown", "an unknown IP protocol", (from, to) -> ipv4(from, to, 9, 0xfd));
    }

    private void addDhcp() {
        add(
                "dhcp-cut",
                "a DHCP request that ends within its fixed part",
                (from, _) -> cut(dhcp(from), dhcpStart() + 100));
        add(
                "dhcp-without-cookie",
                "a DHCP request with a wrong cookie",
                (from, _) -> changed(dhcp(from), frame -> putInt(frame, dhcpStart() + 236, 0)));
        add(
                "dhcp-option-too-long",
                "a DHCP request with an option that is longer than the packet",
                (from, _) -> changed(dhcp(from), frame -> frame[dhcpStart() + 241] = (byte) 0xff));
        add(
                "dhcp-without-end",
                "a DHCP request without the end option",
                (from, _) ->
                        changed(dhcp(from), frame -> Arrays.fill(frame, dhcpStart() + 243, frame.length, (byte) 0)));
        add(
                "dhcp-hardware-length",
                "a DHCP request of a hardware address of 255 bytes",
                (from, _) -> changed(dhcp(from), frame -> frame[dhcpStart() + 2] = (byte) 0xff));
    }

    private void addLldp() {
        add("lldp-empty", "an LLDP frame without TLVs", (from, _) -> cut(lldp(from), NETWORK_LAYER));
        add("lldp-cut", "an LLDP frame that ends within a TLV", (from, _) -> cut(lldp(from), NETWORK_LAYER + 5));
        add(
                "lldp-tlv-too-long",
                "an LLDP TLV of 511 bytes in 60",
                (from, _) -> changed(lldp(from), frame -> putShort(frame, NETWORK_LAYER, 1 << 9 | 511)));
        add(
                "lldp-tlv-empty",
                "an LLDP chassis id of no bytes",
                (from, _) -> changed(lldp(from), frame -> putShort(frame, NETWORK_LAYER, 1 << 9)));
        add(
                "lldp-order",
                "an LLDP frame whose port id comes first",
                (from, _) -> changed(lldp(from), frame -> putShort(frame, NETWORK_LAYER, 2 << 9 | 7)));
        add("lldp-other-vendor", "the LLDP frame of an ordinary device", (from, _) -> lldp(from));
    }

    private void addAddresses() {
        add("source-is-destination", "a frame from an address to itself", (from, _) -> udp(from, from));
        add(
                "source-zero",
                "a frame from the address 0",
                (from, to) -> changed(udp(from, to), frame -> putMac(frame, 6, 0)));
        addGroupSource("source-group", "a frame from a group address", MULTICAST);
        addGroupSource("source-broadcast", "a frame from the broadcast address", MacAddress.BROADCAST);
        addGroupSource("source-link-local-group", "a frame from the address of LLDP", LLDP_MULTICAST);
    }

    /** Adds a case of a frame from a host of port 3 that the controller does not know yet to the host of port 4. */
    private void add(String name, String what, BiFunction<Host, Host, byte[]> frame) {
        cases.add(new ProbeCase("frames/" + name, "packet-in with " + what, probe -> {
                    ProbeSwitch culprit = probe.culprit();
                    send(culprit, frame.apply(Culprits.newHost(culprit), culprit.host(4)));
                    send(culprit, frame.apply(Culprits.newHost(culprit), culprit.host(4)));
                })
                .obeyedIf(FrameCases::usesWhatIsNotThere));
    }

    /** Sends the frame in a packet-in with a buffer id and in one without. */
    private static void send(ProbeSwitch culprit, byte[] frame) throws IOException {
        culprit.send(culprit.packetIn(3, frame).craft());
        culprit.send(culprit.packetIn(3, frame).craft().with("buffer_id", PacketIn.NO_BUFFER));
    }

    /** Adds a case of a source address that a controller must not learn: later frames to it are for all ports. */
    private void addGroupSource(String name, String what, long source) {
        cases.add(new ProbeCase("frames/" + name, "packet-in with " + what, probe -> {
                    ProbeSwitch culprit = probe.culprit();
                    var group = new Host(3, source, culprit.host(3).ip());
                    send(culprit, udp(group, culprit.host(4)));
                    expectNotLearned(group, culprit, probe);
                })
                .obeyedIf(FrameCases::usesWhatIsNotThere));
    }

    private static void expectNotLearned(Host group, ProbeSwitch culprit, Probe probe)
            throws IOException, InterruptedException {
        PacketInMessage toGroup = culprit.packetIn(1, udp(culprit.host(1), group));
        culprit.send(toGroup);
        Optional<ReceivedMessage> answer =
                culprit.await(toGroup::isAnsweredBy, probe.patience().dividedBy(2));
        probe.obeyedIf(
                answer.filter(message -> message.outputs().equals(List.of(3L))).isPresent(),
                "a frame to the group was sent to the port of its pretended member alone");
    }

    /**
     * Returns whether the controller adds a flow for header fields that the frame of a packet-in does not have, or
     * answers its sender.
     */
    static boolean usesWhatIsNotThere(CraftedMessage faulty, ReceivedMessage message) {
        Optional<PacketIn> packet = faulty.origin().map(origin -> origin.message() instanceof PacketIn in ? in : null);
        if (packet.isEmpty()) {
            return false;
        }
        byte[] frame = packet.get().data().toArray();
        boolean isForInventedFields = message.as(FlowMod.class)
                .filter(mod -> ProbeCase.answersIt(faulty, message)
                        && FrameFields.of(frame).isInvented(mod.match()))
                .isPresent();
        return isForInventedFields
                || message.as(PacketOut.class)
                        .filter(out -> isReply(out, frame))
                        .isPresent();
    }

    /** Returns whether the controller made a frame for the sender of this one, other than one that asks its address. */
    private static boolean isReply(PacketOut out, byte[] frame) {
        byte[] sent = out.data().toArray();
        return sent.length > 12
                && frame.length > 12
                && (frame[6] & 1) == 0
                && Arrays.equals(sent, 0, 6, frame, 6, 12)
                && !Arrays.equals(sent, frame)
                && !asksForSource(FrameFields.of(sent), FrameFields.of(frame));
    }

    /** Returns whether a frame is an ARP request or Neighbor Solicitation for the source address of another one. */
    private static boolean asksForSource(FrameFields sent, FrameFields frame) {
        boolean isRequest = sent.get(Field.ARP_OP).equals(ARP_REQUEST);
        boolean isSolicitation = sent.get(Field.ICMPV6_TYPE).equals(NEIGHBOR_SOLICITATION);
        return (isRequest && isPresentAndEqual(sent.get(Field.ARP_TPA), frame.get(Field.IPV4_SRC)))
                || (isSolicitation && isPresentAndEqual(sent.get(Field.IPV6_ND_TARGET), frame.get(Field.IPV6_SRC)));
    }

    private static boolean isPresentAndEqual(Optional<Bytes> one, Optional<Bytes> other) {
        return one.isPresent() && one.equals(other);
    }

    private static byte[] udp(Host from, Host to) {
        return from.udpTo(to, from.mac());
    }

    private static byte[] tcp(Host from, Host to) {
        return FrameBuilder.ethernet(to.mac(), from.mac())
                .ipv4(from.ip(), to.ip())
                .tcp(40_000, 80)
                .build();
    }

    private static byte[] udp6(Host from, Host to) {
        return FrameBuilder.ethernet(to.mac(), from.mac())
                .ipv6(ipv6(from), ipv6(to))
                .udp(40_000, 9)
                .zeros(20)
                .build();
    }

    private static byte[] solicitation(Host from, Host to) {
        return FrameBuilder.ethernet(0x3333_ff00_0001L, from.mac())
                .ipv6(ipv6(from), ipv6(to))
                .neighborSolicitation(ipv6(to), from.mac())
                .build();
    }

    private static Ipv6Address ipv6(Host host) {
        return new Ipv6Address(0xfe80L << 48, host.mac());
    }

    private static byte[] arp(Host from, Host to) {
        return from.arpRequest(to);
    }

    private static byte[] tagged(Host from, Host to) {
        return stacked(from, to, 1);
    }

    private static byte[] stacked(Host from, Host to, int tags) {
        FrameBuilder frame = FrameBuilder.ethernet(to.mac(), from.mac());
        for (int i = 0; i < tags; i++) {
            frame = frame.type(Ethernet.TYPE_VLAN).payload((byte) 0, (byte) 5);
        }
        return frame.ipv4(from.ip(), to.ip()).udp(40_000, 9).build();
    }

    private static int dhcpStart() {
        return IPV4_TRANSPORT + 8;
    }

    private static byte[] dhcp(Host from) {
        return FrameBuilder.ethernet(MacAddress.BROADCAST, from.mac())
                .ipv4(0, 0xffff_ffffL)
                .udp(Dhcp.CLIENT_PORT, Dhcp.SERVER_PORT)
                .payload(new DhcpBuilder(Dhcp.DISCOVER, (int) from.mac(), from.mac()).build())
                .build();
    }

    private static byte[] lldp(Host from) {
        return FrameBuilder.ethernet(LLDP_MULTICAST, from.mac())
                .lldp(new byte[] {1, 2, 3, 4, 5, 6}, new byte[] {1}, 120)
                .build();
    }

    private static byte[] ipv4(Host from, Host to, int offset, int value) {
        return changed(udp(from, to), frame -> frame[NETWORK_LAYER + offset] = (byte) value);
    }

    private static byte[] ipv4Short(Host from, Host to, int offset, int value) {
        return changed(udp(from, to), frame -> putShort(frame, NETWORK_LAYER + offset, value));
    }

    /** Sets the length of the IPv4 packet so that only these bytes of its payload are left. */
    private static byte[] ipv4Ending(byte[] frame, int payload) {
        putShort(frame, NETWORK_LAYER + 2, 20 + payload);
        return cut(frame, IPV4_TRANSPORT + payload);
    }

    private static byte[] cut(byte[] frame, int length) {
        return Arrays.copyOf(frame, length);
    }

    private static byte[] changed(byte[] frame, Consumer<byte[]> change) {
        change.accept(frame);
        return frame;
    }
}
