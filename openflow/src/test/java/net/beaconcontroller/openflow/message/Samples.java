package net.beaconcontroller.openflow.message;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.Hello.Element;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.multipart.TableStats;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.structure.Role;

/** Sample messages for tests. Together they have a value for every field of a version. */
public final class Samples {
    public static final long XID = 0xfedcba98L;

    public static final long MAC_1 = 0x0200_0000_0001L;
    public static final long MAC_2 = 0xfeff_ffff_fff2L;
    public static final long IP_1 = 0x0a000001L;
    public static final long IP_2 = 0xc0a8ff02L;
    public static final Bytes IPV6_1 = Bytes.ofHex("20010db8000000000000000000000001");
    public static final Bytes IPV6_2 = Bytes.ofHex("fe80000000000000ffffffffffffffff");
    public static final Bytes FRAME = Bytes.ofHex("fefffffffff202000000000188b5" + "00112233445566778899aabbccddeeff");

    /** The match fields of OpenFlow 1.0, in the order in which its match is decoded. */
    public static final Match TCP = Match.of(
            Field.IN_PORT.is(3),
            Field.ETH_DST.is(MAC_2),
            Field.ETH_SRC.is(MAC_1),
            Field.ETH_TYPE.is(0x0800),
            Field.VLAN_VID.is(Field.VLAN_PRESENT | 0xabc),
            Field.VLAN_PCP.is(5),
            Field.IP_DSCP.is(46),
            Field.IP_PROTO.is(6),
            Field.IPV4_SRC.is(IP_1, 0xffffff00L),
            Field.IPV4_DST.is(IP_2),
            Field.TCP_SRC.is(54321),
            Field.TCP_DST.is(80));

    private static final Match UDP = Match.of(
            Field.ETH_TYPE.is(0x0800),
            Field.VLAN_VID.is(0),
            Field.IP_PROTO.is(17),
            Field.UDP_SRC.is(67),
            Field.UDP_DST.is(68));

    private static final Match ICMP =
            Match.of(Field.ETH_TYPE.is(0x0800), Field.IP_PROTO.is(1), Field.ICMPV4_TYPE.is(8), Field.ICMPV4_CODE.is(0));

    private static final Match ARP = Match.of(
            Field.ETH_TYPE.is(0x0806),
            Field.ARP_OP.is(2),
            Field.ARP_SPA.is(IP_1),
            Field.ARP_TPA.is(IP_2 & 0xfffe0000L, 0xfffe0000L));

    private static final Port PORT_10 = new Port(
            2, MAC_1, "eth2", 1, 0xffffffffL, List.of(new Port.Ethernet(0x2800, 0x287f, 0xf87f, 0xffffffffL, 0, 0)));

    private static final Port PORT_13 = new Port(
            PortNumber.LOCAL,
            MAC_2,
            "sixteen-letters!",
            0x65,
            4,
            List.of(new Port.Ethernet(0x2820, 0x282f, 0xffff, 1, 10_000_000, 0xffffffffL)));

    private static final List<Action> ACTIONS_10 = List.of(
            new Action.Output(PortNumber.CONTROLLER, 128),
            new Action.SetField(Field.VLAN_VID.is(Field.VLAN_PRESENT | 0xabc)),
            new Action.SetField(Field.VLAN_PCP.is(7)),
            new Action.PopVlan(),
            new Action.SetField(Field.ETH_SRC.is(MAC_1)),
            new Action.SetField(Field.ETH_DST.is(MAC_2)),
            new Action.SetField(Field.IPV4_SRC.is(IP_1)),
            new Action.SetField(Field.IPV4_DST.is(IP_2)),
            new Action.SetField(Field.IP_DSCP.is(46)),
            new Action.SetField(Field.TCP_SRC.is(80)),
            new Action.SetField(Field.TCP_DST.is(0xffff)),
            new Action.Enqueue(1, 0xffffffffL),
            new Action.Unknown(99, Bytes.ofHex("00500000")),
            new Action.Experimenter(0x2320, Bytes.ofHex("0000000000000000")),
            new Action.Output(0xfeff));

    private static final List<Action> ACTIONS_13 = List.of(
            new Action.PushVlan(0x88a8),
            new Action.SetField(Field.VLAN_VID.is(Field.VLAN_PRESENT | 0xabc)),
            new Action.SetField(Field.ETH_DST.is(MAC_2)),
            new Action.SetField(Field.IPV6_SRC.is(IPV6_1)),
            new Action.PopVlan(),
            new Action.ToGroup(0xffffff00L),
            new Action.DecrementIpTtl(),
            new Action.Unknown(99, Bytes.ofHex("00000000")),
            new Action.Experimenter(0x2320, Bytes.ofHex("000000000000000000000000000000ff")),
            new Action.Output(PortNumber.FLOOD),
            new Action.Output(0x12345678, 0));

    private static final List<Instruction> INSTRUCTIONS = List.of(
            new Instruction.ToMeter(1),
            new Instruction.ApplyActions(ACTIONS_13),
            new Instruction.ClearActions(),
            new Instruction.WriteActions(List.of(new Action.ToGroup(1))),
            new Instruction.WriteMetadata(0x0123456789abcdefL, 0xffff),
            new Instruction.GotoTable(254));

    /** Every basic field, some of them masked, and some fields of other classes. */
    private static final Match ALL_FIELDS = new Match(Stream.concat(
                    Arrays.stream(Field.values()).map(Samples::someValue),
                    Stream.of(
                            Field.METADATA.is(0x0123456700000000L, -1L << 32),
                            Field.ETH_DST.is(0x0100_0000_0000L, 0x0100_0000_0000L),
                            new Oxm(Oxm.BASIC, 127, Bytes.ofHex("01"), null),
                            new Oxm(0x0001, 33, Bytes.ofHex("0000002a"), Bytes.ofHex("0000ffff")),
                            new Oxm(Oxm.EXPERIMENTER, 42, 0x4f4e4600L, Bytes.ofHex("0002"), Bytes.ofHex("0fff"))))
            .toList());

    private Samples() {}

    /** Returns an empty writer whose array contains previous bytes, as that of a connection does. */
    public static Writer usedWriter() {
        var out = new Writer(1 << 20);
        Arrays.fill(out.array(), (byte) 0xa5);
        return out;
    }

    /** A message in a version. */
    public record Sample(Version version, Message message) {
        public byte[] bytes() {
            return Messages.encode(message, version, XID);
        }

        @Override
        public String toString() {
            String text = message.toString();
            return version + " " + text.substring(0, Math.min(text.length(), 60));
        }
    }

    public static Stream<Sample> all() {
        return Stream.concat(in10(), in13());
    }

    public static Stream<Sample> packetIns() {
        return all().filter(sample -> sample.message instanceof PacketIn);
    }

    private static Stream<Sample> in10() {
        var messages = Stream.of(
                new Hello(List.of(), Bytes.EMPTY),
                new Hello(List.of(), Bytes.ofHex("0001000800000012")),
                new Experimenter(0x2320, 0, Bytes.ofHex("0000000a00000001")),
                new FeaturesReply(
                        0x00a1_0200_0000_0001L, 256, 254, 0, 0xc7, 0xfff, List.of(PORT_10, PORT_10.withLink(false))),
                PacketIn.of(PortNumber.LOCAL, 0x12345678, FRAME),
                new PacketIn(PacketIn.NO_BUFFER, 1500, 1, 0, -1, Match.of(Field.IN_PORT.is(0xfeff)), FRAME),
                new FlowRemoved(-2, 0xffff, 2, 0, 60, 0, Stats.of(0xfffffffeL, 999_999_999, -3, 1L << 63), TCP),
                new PortStatus(PortStatus.Reason.MODIFY, PORT_10),
                new PacketOut(PacketIn.NO_BUFFER, 3, ACTIONS_10, FRAME),
                flow10(FlowMod.Command.ADD, TCP, new Instruction.ApplyActions(ACTIONS_10)),
                flow10(FlowMod.Command.MODIFY, UDP, new Instruction.ApplyActions(List.of(new Action.Output(1)))),
                flow10(FlowMod.Command.MODIFY_STRICT, ICMP),
                flow10(FlowMod.Command.DELETE, ARP),
                flow10(FlowMod.Command.DELETE_STRICT, Match.ANY),
                new TableStats.Request(),
                new QueueConfigReply(1, List.of()));
        return Stream.concat(messages, inBoth()).map(message -> new Sample(Version.OF10, message));
    }

    private static Stream<Sample> in13() {
        var messages = Stream.of(
                Hello.offering(List.of(Version.OF10, Version.OF13)),
                new Hello(
                        List.of(new Element(9, Bytes.EMPTY), new Element(1, Bytes.ofHex("0000001200000001"))),
                        Bytes.EMPTY),
                new Experimenter(0x4f4e4600, 0xffffffffL, Bytes.ofHex("01")),
                new FeaturesReply(-1, 0xffffffffL, 255, 7, 0x16f, 0, List.of()),
                PacketIn.of(0xfffffeffL, 0x12345678, FRAME),
                new PacketIn(PacketIn.NO_BUFFER, 0xffff, 2, 254, 0x0123456789abcdefL, ALL_FIELDS, FRAME),
                new PacketIn(7, 60, 0, 3, 0, Match.ANY, Bytes.EMPTY),
                new FlowRemoved(-2, 0, 3, 9, 60, 0xffff, Stats.of(0xfffffffeL, 999_999_999, -3, 1L << 63), ALL_FIELDS),
                new PortStatus(PortStatus.Reason.DELETE, PORT_13),
                new PacketOut(0x80000000L, PortNumber.CONTROLLER, ACTIONS_13, Bytes.EMPTY),
                new PacketOut(PacketIn.NO_BUFFER, PortNumber.ANY, List.of(), FRAME),
                flow13(FlowMod.Command.ADD, ALL_FIELDS, INSTRUCTIONS),
                flow13(FlowMod.Command.MODIFY, TCP, INSTRUCTIONS),
                flow13(FlowMod.Command.MODIFY_STRICT, ARP, List.of(new Instruction.ClearActions())),
                flow13(FlowMod.Command.DELETE, ICMP, List.of()),
                flow13(FlowMod.Command.DELETE_STRICT, Match.ANY, List.of()),
                new PortDescription.Request(),
                new PortDescription.Reply(List.of(PORT_13, Port.of(1, MAC_1, ""))),
                new PortDescription.Reply(List.of()),
                new RoleRequest(Role.MASTER, 0, 1),
                new TableStats.Request());
        return Stream.concat(messages, inBoth()).map(message -> new Sample(Version.OF13, message));
    }

    private static Stream<Message> inBoth() {
        return Stream.of(
                new ErrorMessage(1, 0xffff, Bytes.ofHex("0116000800000000")),
                new EchoRequest(Bytes.EMPTY),
                new EchoRequest(Bytes.ofHex("cafe")),
                new EchoReply(Bytes.ofHex("00")),
                new FeaturesRequest(),
                new GetConfigRequest(),
                new GetConfigReply(3, 128),
                new SetConfig(1, 0xffff),
                new SwitchDescription.Request(),
                new SwitchDescription("Größe", "hardware", "2.17.9", "None", "x".repeat(256)),
                new BarrierRequest(),
                new BarrierReply());
    }

    private static Oxm someValue(Field field) {
        return field.length() == 16 ? field.is(IPV6_2) : field.is(0x9182_7364_5546_3728L + field.number());
    }

    private static FlowMod flow10(FlowMod.Command command, Match match, Instruction... instructions) {
        return new FlowMod(
                command,
                0,
                -2,
                0,
                5,
                0xffff,
                0x8001,
                0xfffffffeL,
                PortNumber.ANY,
                GroupNumber.ANY,
                FlowMod.SEND_FLOW_REMOVED | FlowMod.EMERGENCY,
                0,
                match,
                List.of(instructions));
    }

    private static FlowMod flow13(FlowMod.Command command, Match match, List<Instruction> instructions) {
        return new FlowMod(
                command,
                FlowMod.ALL_TABLES,
                -2,
                -1,
                0xffff,
                5,
                0x8001,
                0x80000000L,
                0xffffff00L,
                0xfffffffcL,
                0x1f,
                0,
                match,
                instructions);
    }
}
