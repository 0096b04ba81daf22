package net.beaconcontroller.openflow.flyweight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.message.FlowBuilder;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The encoder writes the bytes that encoding an equal {@link FlowMod} writes. */
class FlowModEncoderTest {
    private static final long SEED = 20260101;

    private final Writer out = Samples.usedWriter();

    @ParameterizedTest
    @MethodSource("matches")
    void encodesTheMatchOfTheRecord(Version version, UnaryOperator<FlowModEncoder> calls, List<Oxm> fields) {
        FlowModEncoder flow = new FlowModEncoder(version, out).begin(FlowMod.Command.ADD, Samples.XID);
        calls.apply(flow).output(1).send();
        FlowMod expected = FlowMod.add()
                .match(new Match(fields))
                .actions(new Action.Output(1))
                .build();
        assertThat(Messages.decode(out.array(), 0, out.length())).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("matches")
    void encodesToTheBytesOfTheRecord(Version version, UnaryOperator<FlowModEncoder> calls, List<Oxm> fields) {
        FlowModEncoder flow = new FlowModEncoder(version, out).begin(FlowMod.Command.ADD, Samples.XID);
        calls.apply(flow).output(1).send();
        FlowMod same = FlowMod.add()
                .match(new Match(fields))
                .actions(new Action.Output(1))
                .build();
        assertThat(written()).isEqualTo(Bytes.of(Messages.encode(same, version, Samples.XID)));
    }

    static Stream<Arguments> matches() {
        return Stream.of(
                        inBoth("nothing", flow -> flow),
                        inBoth("a port", flow -> flow.inPort(0xfeff), Field.IN_PORT.is(0xfeff)),
                        inBoth(
                                "a reserved port",
                                flow -> flow.inPort(PortNumber.LOCAL),
                                Field.IN_PORT.is(PortNumber.LOCAL)),
                        in13("a 32-bit port", flow -> flow.inPort(0xfeffffffL), Field.IN_PORT.is(0xfeffffffL)),
                        inBoth(
                                "Ethernet addresses",
                                flow -> flow.ethDestination(Samples.MAC_2).ethSource(Samples.MAC_1),
                                Field.ETH_DST.is(Samples.MAC_2),
                                Field.ETH_SRC.is(Samples.MAC_1)),
                        inBoth("an Ethernet type", flow -> flow.ethType(0xfffe), Field.ETH_TYPE.is(0xfffe)),
                        inBoth("a VLAN", flow -> flow.vlan(4095, 7), Field.VLAN_VID.is(0x1fff), Field.VLAN_PCP.is(7)),
                        inBoth(
                                "a priority tag",
                                flow -> flow.vlan(0, 3),
                                Field.VLAN_VID.is(0x1000),
                                Field.VLAN_PCP.is(3)),
                        inBoth("a VLAN with any priority", flow -> flow.vlan(7), Field.VLAN_VID.is(0x1007)),
                        inBoth(
                                "a VLAN with any priority, after one with a priority",
                                flow -> flow.vlan(5, 3).vlan(7),
                                Field.VLAN_VID.is(0x1007)),
                        inBoth("no VLAN", flow -> flow.vlan(VlanId.NONE), Field.VLAN_VID.is(0)),
                        inBoth(
                                "a pair of hosts",
                                flow -> hosts(flow).vlan(VlanId.NONE),
                                Field.IN_PORT.is(0xfeff),
                                Field.ETH_DST.is(Samples.MAC_2),
                                Field.ETH_SRC.is(Samples.MAC_1),
                                Field.VLAN_VID.is(0)),
                        inBoth(
                                "a pair of hosts in a VLAN",
                                flow -> hosts(flow).vlan(4095),
                                Field.IN_PORT.is(0xfeff),
                                Field.ETH_DST.is(Samples.MAC_2),
                                Field.ETH_SRC.is(Samples.MAC_1),
                                Field.VLAN_VID.is(0x1fff)),
                        inBoth(
                                "a DSCP",
                                flow -> flow.ethType(0x0800).ipDscp(63),
                                Field.ETH_TYPE.is(0x0800),
                                Field.IP_DSCP.is(63)),
                        inBoth(
                                "an IP protocol",
                                flow -> flow.ethType(0x0800).ipProtocol(255),
                                Field.ETH_TYPE.is(0x0800),
                                Field.IP_PROTO.is(255)),
                        inBoth(
                                "IPv4 addresses",
                                flow -> flow.ethType(0x0800).ipv4(Samples.IP_1, 0xffffffffL),
                                Field.ETH_TYPE.is(0x0800),
                                Field.IPV4_SRC.is(Samples.IP_1),
                                Field.IPV4_DST.is(0xffffffffL)),
                        inBoth(
                                "ARP",
                                flow -> flow.ethType(0x0806).arp(2, Samples.IP_1, Samples.IP_2),
                                Field.ETH_TYPE.is(0x0806),
                                Field.ARP_OP.is(2),
                                Field.ARP_SPA.is(Samples.IP_1),
                                Field.ARP_TPA.is(Samples.IP_2)),
                        inBoth(
                                "TCP ports",
                                flow -> flow.ethType(0x0800).ipProtocol(6).tcp(0xffff, 80),
                                Field.ETH_TYPE.is(0x0800),
                                Field.IP_PROTO.is(6),
                                Field.TCP_SRC.is(0xffff),
                                Field.TCP_DST.is(80)),
                        inBoth(
                                "UDP ports",
                                flow -> flow.ethType(0x0800).ipProtocol(17).udp(67, 0x8000),
                                Field.ETH_TYPE.is(0x0800),
                                Field.IP_PROTO.is(17),
                                Field.UDP_SRC.is(67),
                                Field.UDP_DST.is(0x8000)),
                        inBoth(
                                "ICMP for IPv4",
                                flow -> flow.ethType(0x0800).ipProtocol(1).icmpv4(8, 255),
                                Field.ETH_TYPE.is(0x0800),
                                Field.IP_PROTO.is(1),
                                Field.ICMPV4_TYPE.is(8),
                                Field.ICMPV4_CODE.is(255)),
                        in13(
                                "ICMP for IPv6",
                                flow -> flow.ethType(0x86dd).ipProtocol(58).icmpv6(135, 1),
                                Field.ETH_TYPE.is(0x86dd),
                                Field.IP_PROTO.is(58),
                                Field.ICMPV6_TYPE.is(135),
                                Field.ICMPV6_CODE.is(1)),
                        in13(
                                "IPv6 addresses",
                                flow -> flow.ethType(0x86dd).ipv6(ipv6Addresses(), 3, 19),
                                Field.ETH_TYPE.is(0x86dd),
                                Field.IPV6_SRC.is(Samples.IPV6_1),
                                Field.IPV6_DST.is(Samples.IPV6_2)))
                .flatMap(arguments -> arguments);
    }

    private static FlowModEncoder hosts(FlowModEncoder flow) {
        return flow.inPort(0xfeff).ethDestination(Samples.MAC_2).ethSource(Samples.MAC_1);
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13"})
    void ignoresThePriorityWithoutAVlanTag(Version version) {
        new FlowModEncoder(version, out)
                .begin(FlowMod.Command.ADD, 1)
                .vlan(VlanId.NONE, 5)
                .send();
        assertThat(((FlowMod) Messages.decode(out.array(), 0, out.length())).match())
                .isEqualTo(Match.of(Field.VLAN_VID.is(0)));
    }

    @EachVersion
    void encodesTheDefaultsOfTheRecord(Version version) {
        new FlowModEncoder(version, out).begin(FlowMod.Command.ADD, 1).output(2).send();
        assertThat(written())
                .isEqualTo(Bytes.of(Messages.encode(
                        FlowMod.add().actions(new Action.Output(2)).build(), version, 1)));
    }

    @EachVersion
    void encodesAllProperties(Version version) {
        new FlowModEncoder(version, out)
                .begin(FlowMod.Command.ADD, 1)
                .cookie(-2)
                .idleTimeoutSeconds(1)
                .hardTimeoutSeconds(0xffff)
                .priority(3)
                .flags(FlowMod.SEND_FLOW_REMOVED)
                .tableId(0)
                .bufferId(7)
                .inPort(8)
                .output(9)
                .send();
        FlowMod expected = FlowMod.add()
                .cookie(-2)
                .idleTimeoutSeconds(1)
                .hardTimeoutSeconds(0xffff)
                .priority(3)
                .flags(FlowMod.SEND_FLOW_REMOVED)
                .bufferId(7)
                .match(Field.IN_PORT.is(8))
                .actions(new Action.Output(9))
                .build();
        assertThat(written()).isEqualTo(Bytes.of(Messages.encode(expected, version, 1)));
    }

    @EachVersion
    void returnsItsVersion(Version version) {
        assertThat(new FlowModEncoder(version, out).version()).isEqualTo(version);
    }

    @EachVersion
    void aDropFlowEqualsTheParsedOne(Version version) {
        new FlowModEncoder(version, out)
                .begin(FlowMod.Command.ADD, 1)
                .output(3)
                .inPort(1)
                .drop()
                .send();
        assertThat(FlowMod.add().output(3).inPort(1).drop().build()).isEqualTo(FlowMod.parse("in_port=1,actions=drop"));
        assertThat(written()).isEqualTo(Bytes.of(Messages.encode(FlowMod.parse("in_port=1,actions=drop"), version, 1)));
    }

    /** Sets every property of the encoder or of the record's builder. */
    private static <B extends FlowBuilder<B>> B everyProperty(B flow, int protocol, int ethType) {
        flow.tableId(0).cookie(-2).priority(3).idleTimeoutSeconds(4).hardTimeoutSeconds(5);
        flow.flags(FlowMod.SEND_FLOW_REMOVED).bufferId(6).output(7).output(8);
        flow.ipProtocol(protocol).ipDscp(9).vlan(10, 3).ethType(ethType);
        return flow.ethSource(11).ethDestination(12).inPort(13);
    }

    private static <B extends FlowBuilder<B>> Stream<UnaryOperator<B>> transports() {
        return Stream.of(
                flow -> everyProperty(flow, 6, 0x0800).tcp(1, 2).ipv4(3, 4),
                flow -> everyProperty(flow, 17, 0x0800).udp(1, 2).ipv4(3, 4),
                flow -> everyProperty(flow, 1, 0x0800).icmpv4(1, 2).ipv4(3, 4),
                flow -> flow.arp(1, 2, 3).ethType(0x0806).vlan(VlanId.NONE).drop(),
                flow -> flow.vlan(5, 3).vlan(VlanId.NONE, 2).inPort(1).inPort(2));
    }

    private static <B extends FlowBuilder<B>> Stream<UnaryOperator<B>> transportsOfIpv6() {
        return Stream.of(
                flow -> everyProperty(flow, 6, 0x86dd).tcp(1, 2).ipv6(ipv6Addresses(), 3, 19),
                flow -> everyProperty(flow, 58, 0x86dd).icmpv6(1, 2).ipv6(ipv6Addresses(), 3, 19));
    }

    @EachVersion
    void theSameCallsOnTheBuilderOfTheRecordCreateAnEqualFlow(Version version) {
        boolean v10 = version == Version.OF10;
        List<UnaryOperator<FlowModEncoder>> onEncoder = Stream.concat(
                        FlowModEncoderTest.<FlowModEncoder>transports(),
                        v10 ? Stream.empty() : FlowModEncoderTest.<FlowModEncoder>transportsOfIpv6())
                .toList();
        List<UnaryOperator<FlowMod.Builder>> onBuilder = Stream.concat(
                        FlowModEncoderTest.<FlowMod.Builder>transports(),
                        v10 ? Stream.empty() : FlowModEncoderTest.<FlowMod.Builder>transportsOfIpv6())
                .toList();
        var encoder = new FlowModEncoder(version, out);
        for (int i = 0; i < onEncoder.size(); i++) {
            onEncoder.get(i).apply(encoder.begin(FlowMod.Command.ADD, 1)).send();
            FlowMod built = onBuilder.get(i).apply(FlowMod.add()).build();
            if (!matchesUntaggedIn10(built, version)) {
                assertThat(written()).as("case %d", i).isEqualTo(Bytes.of(Messages.encode(built, version, 1)));
            }
            out.discard(out.length());
        }
    }

    @EachVersion
    void forwardsABufferedPacketByTheBufferOfTheFlowMod(Version version) {
        new FlowModEncoder(version, out).begin(FlowMod.Command.ADD, 1).output(2).sendAndForward(packetIn(version, 7));
        FlowMod expected = FlowMod.add().bufferId(7).output(2).build();
        assertThat(written()).isEqualTo(Bytes.of(Messages.encode(expected, version, 1)));
    }

    @EachVersion
    void forwardsAnUnbufferedPacketByAPacketOutAfterTheFlowMod(Version version) {
        for (int outputs = 1; outputs < 8; outputs++) {
            FlowModEncoder flow = new FlowModEncoder(version, out).begin(FlowMod.Command.ADD, 1);
            FlowMod.Builder expected = FlowMod.add();
            var actions = new ArrayList<Action>();
            for (int port = 1; port <= outputs; port++) {
                flow.output(port);
                expected.output(port);
                actions.add(new Action.Output(port));
            }
            flow.sendAndForward(packetIn(version, PacketIn.NO_BUFFER));
            var bytes = new Writer(0);
            bytes.append(Messages.encode(expected.build(), version, 1));
            bytes.append(Messages.encode(new PacketOut(PacketIn.NO_BUFFER, 1, actions, Samples.FRAME), version, 1));
            assertThat(written()).isEqualTo(Bytes.of(bytes.array(), 0, bytes.length()));
            out.discard(out.length());
        }
    }

    @Test
    void aDropFlowDropsAnUnbufferedPacketWithoutAPacketOut() {
        new FlowModEncoder(Version.OF13, out)
                .begin(FlowMod.Command.ADD, 1)
                .drop()
                .sendAndForward(packetIn(Version.OF13, PacketIn.NO_BUFFER));
        assertThat(written()).isEqualTo(Bytes.of(Messages.encode(FlowMod.add().build(), Version.OF13, 1)));
    }

    @Test
    void refusesATableInOpenFlow10() {
        FlowModEncoder flow = new FlowModEncoder(Version.OF10, out).begin(FlowMod.Command.ADD, 1);
        assertThatThrownBy(() -> flow.tableId(1)).isInstanceOf(UnsupportedByVersionException.class);
        new FlowModEncoder(Version.OF13, out)
                .begin(FlowMod.Command.ADD, 1)
                .tableId(200)
                .tableId(254)
                .send();
        assertThat(((FlowMod) Messages.decode(out.array(), 0, out.length())).tableId())
                .isEqualTo(254);
    }

    @ParameterizedTest
    @EnumSource(FlowMod.Command.class)
    void encodesTheCommand(FlowMod.Command command) {
        for (Version version : List.of(Version.OF10, Version.OF13)) {
            new FlowModEncoder(version, out).begin(command, 1).output(2).send();
            assertThat(((FlowMod) Messages.decode(out.array(), 0, out.length())).command())
                    .isEqualTo(command);
            out.discard(out.length());
        }
    }

    @EachVersion
    void randomFlowsEqualTheirRecords(Version version) {
        var flow = new FlowModEncoder(version, out);
        var expected = new ArrayList<FlowMod>();
        for (int i = 0; i < 3_000; i++) {
            expected.add(write(flow, version, new SplittableRandom(SEED + i), i));
        }
        int at = 0;
        for (int i = 0; i < expected.size(); i++) {
            int length = Header.length(out.array(), at);
            var bytes = Bytes.of(out.array(), at, length);
            assertThat(Messages.decode(out.array(), at, length))
                    .as("seed %d", SEED + i)
                    .isEqualTo(expected.get(i));
            assertThat(Header.xid(out.array(), at)).as("seed %d", SEED + i).isEqualTo(i);
            if (!matchesUntaggedIn10(expected.get(i), version)) {
                assertThat(bytes)
                        .as("seed %d", SEED + i)
                        .isEqualTo(Bytes.of(Messages.encode(expected.get(i), version, i)));
            }
            at += length;
        }
        assertThat(at).isEqualTo(out.length());
    }

    /**
     * Returns whether the encodings differ: only the record wildcards the priority of untagged frames; switches ignore
     * it.
     */
    private static boolean matchesUntaggedIn10(FlowMod flow, Version version) {
        return version == Version.OF10 && flow.match().of(Field.VLAN_VID).equals(Optional.of(Field.VLAN_VID.is(0)));
    }

    /** Encodes a random flow-mod, and returns an equal record. */
    private static FlowMod write(FlowModEncoder flow, Version version, SplittableRandom random, long xid) {
        FlowMod.Command command = FlowMod.Command.values()[random.nextInt(5)];
        flow.begin(command, xid);
        long cookie = 0;
        int idle = 0;
        int hard = 0;
        int priority = FlowMod.DEFAULT_PRIORITY;
        int flags = 0;
        long bufferId = PacketIn.NO_BUFFER;
        if (random.nextBoolean()) {
            cookie = random.nextLong();
            flow.cookie(cookie);
        }
        if (random.nextBoolean()) {
            idle = random.nextInt(0x10000);
            flow.idleTimeoutSeconds(idle);
        }
        if (random.nextBoolean()) {
            hard = random.nextInt(0x10000);
            flow.hardTimeoutSeconds(hard);
        }
        var fields = new ArrayList<Oxm>();
        matchEthernet(flow, version, random, fields);
        matchNetwork(flow, version, random, fields);
        var actions = new ArrayList<Action>();
        for (int i = random.nextInt(random.nextInt(10) == 0 ? 100 : 4); i > 0; i--) {
            long port = port(version, random);
            flow.output(port);
            actions.add(new Action.Output(port));
        }
        if (random.nextBoolean()) {
            priority = random.nextInt(0x10000);
            flow.priority(priority);
        }
        if (random.nextBoolean()) {
            flags = random.nextInt(version == Version.OF10 ? 4 : 0x10000);
            flow.flags(flags);
        }
        if (random.nextBoolean()) {
            bufferId = random.nextLong(1L << 32);
            flow.bufferId(bufferId);
        }
        flow.send();
        return new FlowMod(
                command,
                0,
                cookie,
                0,
                idle,
                hard,
                priority,
                bufferId,
                PortNumber.ANY,
                GroupNumber.ANY,
                flags,
                0,
                new Match(fields),
                actions.isEmpty() ? List.of() : List.of(new Instruction.ApplyActions(actions)));
    }

    private static void matchEthernet(FlowModEncoder flow, Version version, SplittableRandom random, List<Oxm> fields) {
        if (random.nextBoolean()) {
            long port = port(version, random);
            flow.inPort(port);
            fields.add(Field.IN_PORT.is(port));
        }
        if (random.nextBoolean()) {
            long mac = random.nextLong(1L << 48);
            flow.ethDestination(mac);
            fields.add(Field.ETH_DST.is(mac));
        }
        if (random.nextBoolean()) {
            long mac = random.nextLong(1L << 48);
            flow.ethSource(mac);
            fields.add(Field.ETH_SRC.is(mac));
        }
    }

    private static void matchVlan(FlowModEncoder flow, SplittableRandom random, List<Oxm> fields) {
        switch (random.nextInt(4)) {
            case 0 -> {
                flow.vlan(VlanId.NONE, random.nextInt(8));
                fields.add(Field.VLAN_VID.is(0));
            }
            case 1 -> {
                int id = random.nextInt(4096);
                int priority = random.nextInt(8);
                flow.vlan(id, priority);
                fields.add(Field.VLAN_VID.is(Field.VLAN_PRESENT | id));
                fields.add(Field.VLAN_PCP.is(priority));
            }
            case 2 -> {
                int id = random.nextInt(4096);
                flow.vlan(id);
                fields.add(Field.VLAN_VID.is(Field.VLAN_PRESENT | id));
            }
            default -> {}
        }
    }

    /**
     * Matches the Ethernet type and the fields that depend on it, in the order in which a match of OpenFlow 1.0 is
     * decoded.
     */
    private static void matchNetwork(FlowModEncoder flow, Version version, SplittableRandom random, List<Oxm> fields) {
        int type =
                switch (random.nextInt(version == Version.OF10 ? 4 : 5)) {
                    case 0 -> -1;
                    case 1 -> 0x88cc;
                    case 2 -> 0x0806;
                    case 3 -> 0x0800;
                    default -> 0x86dd;
                };
        if (type >= 0) {
            flow.ethType(type);
            fields.add(Field.ETH_TYPE.is(type));
        }
        matchVlan(flow, random, fields);
        if (type == 0x0806) {
            int operation = random.nextInt(256);
            long sender = random.nextLong(1L << 32);
            long target = random.nextLong(1L << 32);
            flow.arp(operation, sender, target);
            fields.addAll(List.of(Field.ARP_OP.is(operation), Field.ARP_SPA.is(sender), Field.ARP_TPA.is(target)));
        } else if (type == 0x0800 || type == 0x86dd) {
            matchIp(flow, random, fields, type == 0x86dd);
        }
    }

    private static void matchIp(FlowModEncoder flow, SplittableRandom random, List<Oxm> fields, boolean v6) {
        int dscp = random.nextInt(64);
        flow.ipDscp(dscp);
        fields.add(Field.IP_DSCP.is(dscp));
        int kind = random.nextInt(4);
        int protocol =
                switch (kind) {
                    case 0 -> v6 ? 58 : 1;
                    case 1 -> 6;
                    case 2 -> 17;
                    default -> 89;
                };
        flow.ipProtocol(protocol);
        fields.add(Field.IP_PROTO.is(protocol));
        if (v6) {
            flow.ipv6(ipv6Addresses(), 3, 19);
            fields.addAll(List.of(Field.IPV6_SRC.is(Samples.IPV6_1), Field.IPV6_DST.is(Samples.IPV6_2)));
        } else {
            long source = random.nextLong(1L << 32);
            long destination = random.nextLong(1L << 32);
            flow.ipv4(source, destination);
            fields.addAll(List.of(Field.IPV4_SRC.is(source), Field.IPV4_DST.is(destination)));
        }
        int a = random.nextInt(kind == 0 ? 256 : 0x10000);
        int b = random.nextInt(kind == 0 ? 256 : 0x10000);
        switch (kind) {
            case 0 -> {
                if (v6) {
                    flow.icmpv6(a, b);
                } else {
                    flow.icmpv4(a, b);
                }
                fields.add((v6 ? Field.ICMPV6_TYPE : Field.ICMPV4_TYPE).is(a));
                fields.add((v6 ? Field.ICMPV6_CODE : Field.ICMPV4_CODE).is(b));
            }
            case 1 -> {
                flow.tcp(a, b);
                fields.addAll(List.of(Field.TCP_SRC.is(a), Field.TCP_DST.is(b)));
            }
            case 2 -> {
                flow.udp(a, b);
                fields.addAll(List.of(Field.UDP_SRC.is(a), Field.UDP_DST.is(b)));
            }
            default -> {}
        }
    }

    private static long port(Version version, SplittableRandom random) {
        if (random.nextInt(4) == 0) {
            return PortNumber.IN_PORT + random.nextInt(8);
        }
        return 1 + random.nextLong(version == Version.OF10 ? 0xfeff : PortNumber.MAX);
    }

    private static PacketInView packetIn(Version version, long bufferId) {
        byte[] bytes = Messages.encode(PacketIn.of(1, bufferId, Samples.FRAME), version, 0);
        var view = new PacketInView();
        view.wrap(bytes, 0, bytes.length);
        return view;
    }

    /** Returns an array with the two addresses at indexes 3 and 19. */
    private static byte[] ipv6Addresses() {
        byte[] array = new byte[40];
        Samples.IPV6_1.copyTo(array, 3);
        Samples.IPV6_2.copyTo(array, 19);
        return array;
    }

    @ParameterizedTest
    @MethodSource("matchCalls")
    void theOrderOfMatchFieldsAndActionsDoesNotMatter(Version version, UnaryOperator<FlowModEncoder> call) {
        var flow = new FlowModEncoder(version, out);
        call.apply(flow.begin(FlowMod.Command.ADD, 1)).output(1).send();
        Bytes expected = written();
        out.discard(out.length());
        call.apply(flow.begin(FlowMod.Command.ADD, 1).output(1)).send();
        assertThat(written()).isEqualTo(expected);
    }

    static Stream<Arguments> matchCalls() {
        return Stream.of(
                        inBoth("in_port", flow -> flow.inPort(1)),
                        inBoth("eth_dst", flow -> flow.ethDestination(1)),
                        inBoth("eth_src", flow -> flow.ethSource(1)),
                        inBoth("eth_type", flow -> flow.ethType(1)),
                        inBoth("vlan", flow -> flow.vlan(1, 1)),
                        inBoth("vlan_vid", flow -> flow.vlan(1)),
                        inBoth("no vlan", flow -> flow.vlan(VlanId.NONE)),
                        inBoth("ip_dscp", flow -> flow.ipDscp(1)),
                        inBoth("ip_proto", flow -> flow.ipProtocol(1)),
                        inBoth("ipv4", flow -> flow.ipv4(1, 2)),
                        inBoth("arp", flow -> flow.arp(1, 2, 3)),
                        inBoth("tcp", flow -> flow.tcp(1, 2)),
                        inBoth("udp", flow -> flow.udp(1, 2)),
                        inBoth("icmpv4", flow -> flow.icmpv4(1, 2)),
                        in13("icmpv6", flow -> flow.icmpv6(1, 2)),
                        in13("ipv6", flow -> flow.ipv6(new byte[32], 0, 16)))
                .flatMap(arguments -> arguments);
    }

    @ParameterizedTest
    @MethodSource("callsNotIn10")
    void refusesFieldsThatOpenFlow10DoesNotSupport(UnaryOperator<FlowModEncoder> call) {
        FlowModEncoder flow = new FlowModEncoder(Version.OF10, out).begin(FlowMod.Command.ADD, 1);
        assertThatThrownBy(() -> call.apply(flow))
                .isInstanceOf(UnsupportedByVersionException.class)
                .hasMessageContaining("1.0");
        assertThat(out.length()).isZero();
    }

    static Stream<Arguments> callsNotIn10() {
        return Stream.of(
                call("IPv6 addresses", flow -> flow.ipv6(new byte[32], 0, 16)),
                call("ICMPv6", flow -> flow.icmpv6(1, 2)),
                call("a port above 16 bits", flow -> flow.inPort(0x10000)),
                call("an unknown reserved port", flow -> flow.inPort(0xff00)),
                call("output to a port above 16 bits", flow -> flow.output(0x10000)));
    }

    private static Arguments call(String name, UnaryOperator<FlowModEncoder> call) {
        return argumentSet(name, call);
    }

    private static Stream<Arguments> inBoth(String name, UnaryOperator<FlowModEncoder> calls, Oxm... fields) {
        return Stream.concat(
                Stream.of(argumentSet("1.0 " + name, Version.OF10, calls, List.of(fields))), in13(name, calls, fields));
    }

    private static Stream<Arguments> in13(String name, UnaryOperator<FlowModEncoder> calls, Oxm... fields) {
        return Stream.of(argumentSet("1.3 " + name, Version.OF13, calls, List.of(fields)));
    }

    private Bytes written() {
        return Bytes.of(out.array(), 0, out.length());
    }
}
