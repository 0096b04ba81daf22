package net.beaconcontroller.openflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Hex;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.Experimenter;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.GetConfigReply;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.message.SetConfig;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.structure.Port;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Encodings written by hand from the structures of OpenFlow 1.0.0 chapter 5 and 1.3.5 chapter 7. */
class WireFormatTest {
    private static final long MAC_1 = 0x0a0b0c0d0e01L;
    private static final long MAC_2 = 0x0a0b0c0d0e02L;
    private static final Bytes DATA = Bytes.ofHex("cafe");

    @ParameterizedTest
    @MethodSource("messages")
    void encodesToTheBytesOfTheSpecification(Version version, Message message, String hex) {
        assertThat(Bytes.of(Messages.encode(message, version, 0x11223344))).isEqualTo(Hex.bytes(hex));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void decodesTheBytesOfTheSpecification(Version version, Message message, String hex) {
        byte[] bytes = Hex.bytes(hex).toArray();
        assertThat(Messages.decode(bytes, 0, bytes.length)).isEqualTo(message);
        assertThat(Header.version(bytes, 0)).isEqualTo(version.wire());
    }

    static Stream<Arguments> messages() {
        return Stream.of(in10(), in13()).flatMap(arguments -> arguments);
    }

    private static Stream<Arguments> in10() {
        return Stream.of(
                in10("hello", new Hello(List.of(), Bytes.EMPTY), "01 00 0008 11223344"),
                in10("error", new ErrorMessage(1, 6, DATA), "01 01 000e 11223344  0001 0006 cafe"),
                in10("echo request", new EchoRequest(DATA), "01 02 000a 11223344 cafe"),
                in10("vendor", new Experimenter(0x2320, 0, DATA), "01 04 000e 11223344  00002320 cafe"),
                in10("barrier request", new BarrierRequest(), "01 12 0008 11223344"),
                in10("barrier reply", new BarrierReply(), "01 13 0008 11223344"),
                in10("set config", new SetConfig(0, 0xffff), "01 09 000c 11223344  0000 ffff"),
                in10("description request", new SwitchDescription.Request(), "01 10 000c 11223344  0000 0000"),
                in10(
                        "features reply with one port",
                        new FeaturesReply(
                                0x0000_0a0b_0c0d_0e01L,
                                256,
                                2,
                                0,
                                0xc7,
                                0xfff,
                                List.of(new Port(
                                        PortNumber.LOCAL,
                                        MAC_1,
                                        "br0",
                                        1,
                                        1,
                                        List.of(new Port.Ethernet(0x2800, 0x2801, 0x2802, 0x2803, 0, 0))))),
                        """
                        01 06 0050 11223344
                        00000a0b0c0d0e01 00000100   ; datapath_id, n_buffers
                        02 000000                   ; n_tables, pad
                        000000c7 00000fff           ; capabilities, actions
                        fffe 0a0b0c0d0e01           ; port_no OFPP_LOCAL, hw_addr
                        62723000000000000000000000000000
                        00000001 00000001           ; config, state
                        00000280 00000281 00000282 00000283
                        """),
                in10("packet-in", new PacketIn(0x100, 64, 1, 0, -1, Match.of(Field.IN_PORT.is(3)), DATA), """
                        01 0a 0014 11223344
                        00000100 0040 0003 01 00    ; buffer_id, total_len, in_port, reason, pad
                        cafe
                        """),
                in10(
                        "flow removed",
                        new FlowRemoved(
                                0x1122334455667788L,
                                100,
                                1,
                                0,
                                5,
                                0,
                                Stats.of(10, 20, 3, 180),
                                Match.of(Field.IN_PORT.is(3))),
                        """
                        01 0b 0058 11223344
                        003ffffe 0003               ; all wildcards except in_port
                        000000000000 000000000000 0000 00 00 0000 00 00 0000 00000000 00000000 0000 0000
                        1122334455667788 0064 01 00 ; cookie, priority, reason, pad
                        0000000a 00000014 0005 0000 ; duration_sec, duration_nsec, idle_timeout, pad
                        0000000000000003 00000000000000b4
                        """),
                in10("port status", new PortStatus(PortStatus.Reason.DELETE, Port.of(1, MAC_2, "eth1")), """
                        01 0c 0040 11223344
                        01 00000000000000           ; reason OFPPR_DELETE, pad
                        0001 0a0b0c0d0e02
                        65746831000000000000000000000000
                        00000000 00000000 00000000 00000000 00000000 00000000
                        """),
                in10("packet-out", PacketOut.of(DATA, PortNumber.FLOOD), """
                        01 0d 001a 11223344
                        ffffffff fffd 0008          ; buffer_id, in_port OFPP_CONTROLLER, actions_len
                        0000 0008 fffb ffff         ; OFPAT_OUTPUT, len, OFPP_FLOOD, max_len
                        cafe
                        """),
                in10(
                        "flow-mod that adds an exact match",
                        FlowMod.add()
                                .match(
                                        Field.IN_PORT.is(1),
                                        Field.ETH_DST.is(MAC_2),
                                        Field.ETH_SRC.is(MAC_1),
                                        Field.ETH_TYPE.is(0x0800),
                                        Field.VLAN_VID.is(0x1064),
                                        Field.VLAN_PCP.is(3),
                                        Field.IP_DSCP.is(46),
                                        Field.IP_PROTO.is(6),
                                        Field.IPV4_SRC.is(0x0a000001),
                                        Field.IPV4_DST.is(0x0a000002),
                                        Field.TCP_SRC.is(12345),
                                        Field.TCP_DST.is(80))
                                .cookie(0x1122334455667788L)
                                .idleTimeoutSeconds(5)
                                .hardTimeoutSeconds(10)
                                .flags(FlowMod.SEND_FLOW_REMOVED)
                                .actions(new Action.Output(2))
                                .build(),
                        """
                        01 0e 0050 11223344
                        00000000 0001               ; wildcards, in_port
                        0a0b0c0d0e01 0a0b0c0d0e02   ; dl_src, dl_dst
                        0064 03 00 0800             ; dl_vlan, dl_vlan_pcp, pad, dl_type
                        b8 06 0000                  ; nw_tos, nw_proto, pad
                        0a000001 0a000002 3039 0050 ; nw_src, nw_dst, tp_src, tp_dst
                        1122334455667788
                        0000 0005 000a 8000         ; command OFPFC_ADD, idle, hard, priority
                        ffffffff ffff 0001          ; buffer_id, out_port OFPP_NONE, flags
                        0000 0008 0002 ffff
                        """),
                in10(
                        "flow-mod that deletes all flows",
                        FlowMod.delete().tableId(0).build(),
                        """
                        01 0e 0048 11223344
                        003fffff 0000
                        000000000000 000000000000 0000 00 00 0000 00 00 0000 00000000 00000000 0000 0000
                        0000000000000000
                        0003 0000 0000 8000         ; command OFPFC_DELETE
                        ffffffff ffff 0000
                        """));
    }

    private static Stream<Arguments> in13() {
        return Stream.of(
                in13("hello with bitmap", Hello.offering(List.of(Version.OF10, Version.OF13)), """
                        04 00 0010 11223344
                        0001 0008 00000012          ; OFPHET_VERSIONBITMAP, length, bits 1 and 4
                        """),
                in13("error", new ErrorMessage(1, 6, DATA), "04 01 000e 11223344  0001 0006 cafe"),
                in13("echo reply", new EchoReply(DATA), "04 03 000a 11223344 cafe"),
                in13(
                        "experimenter",
                        new Experimenter(0x4f4e4600, 2300, DATA),
                        "04 04 0012 11223344  4f4e4600 000008fc cafe"),
                in13("barrier request", new BarrierRequest(), "04 14 0008 11223344"),
                in13("barrier reply", new BarrierReply(), "04 15 0008 11223344"),
                in13("get-config reply", new GetConfigReply(1, 128), "04 08 000c 11223344  0001 0080"),
                in13("description request", new SwitchDescription.Request(), "04 12 0010 11223344  0000 0000 00000000"),
                in13(
                        "port description request",
                        new PortDescription.Request(),
                        "04 12 0010 11223344  000d 0000 00000000"),
                in13("features reply", new FeaturesReply(0x0000_0a0b_0c0d_0e01L, 256, 254, 1, 0x4f, 0, List.of()), """
                        04 06 0020 11223344
                        00000a0b0c0d0e01 00000100   ; datapath_id, n_buffers
                        fe 01 0000                  ; n_tables, auxiliary_id, pad
                        0000004f 00000000           ; capabilities, reserved
                        """),
                in13(
                        "port description reply",
                        new PortDescription.Reply(List.of(new Port(
                                1,
                                MAC_1,
                                "eth1",
                                1,
                                5,
                                List.of(new Port.Ethernet(0x40, 0x41, 0x42, 0x43, 10_000_000, 1))))),
                        """
                        04 13 0050 11223344
                        000d 0000 00000000          ; OFPMP_PORT_DESC, flags, pad
                        00000001 00000000           ; port_no, pad
                        0a0b0c0d0e01 0000           ; hw_addr, pad
                        65746831000000000000000000000000
                        00000001 00000005           ; config, state
                        00000040 00000041 00000042 00000043
                        00989680 00000001           ; curr_speed, max_speed
                        """),
                in13(
                        "packet-in",
                        new PacketIn(
                                PacketIn.NO_BUFFER, 64, 0, 2, 0x1122334455667788L, Match.of(Field.IN_PORT.is(3)), DATA),
                        """
                        04 0a 002c 11223344
                        ffffffff 0040 00 02         ; buffer_id, total_len, reason, table_id
                        1122334455667788
                        0001 000c 80000004 00000003 ; OFPMT_OXM, length, in_port
                        00000000 0000               ; the match's padding, pad
                        cafe
                        """),
                in13(
                        "flow removed",
                        new FlowRemoved(
                                0x1122334455667788L,
                                100,
                                1,
                                2,
                                5,
                                6,
                                Stats.of(10, 20, 3, 180),
                                Match.of(Field.ETH_TYPE.is(0x86dd))),
                        """
                        04 0b 0040 11223344
                        1122334455667788 0064 01 02 ; cookie, priority, reason, table_id
                        0000000a 00000014 0005 0006 ; duration_sec, duration_nsec, idle_timeout, hard_timeout
                        0000000000000003 00000000000000b4
                        0001 000a 80000a02 86dd     ; OFPMT_OXM, length, eth_type
                        000000000000
                        """),
                in13(
                        "port status",
                        new PortStatus(PortStatus.Reason.MODIFY, Port.of(PortNumber.LOCAL, MAC_2, "br0")),
                        """
                        04 0c 0050 11223344
                        02 00000000000000           ; reason OFPPR_MODIFY, pad
                        fffffffe 00000000
                        0a0b0c0d0e02 0000
                        62723000000000000000000000000000
                        00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000
                        """),
                in13("packet-out", PacketOut.of(DATA, PortNumber.FLOOD), """
                        04 0d 002a 11223344
                        ffffffff fffffffd           ; buffer_id, in_port OFPP_CONTROLLER
                        0010 000000000000           ; actions_len, pad
                        0000 0010 fffffffb ffff 000000000000
                        cafe
                        """),
                in13(
                        "flow-mod that adds a flow",
                        FlowMod.add()
                                .match(Field.IN_PORT.is(1), Field.ETH_DST.is(MAC_2))
                                .cookie(0x1122334455667788L)
                                .tableId(3)
                                .idleTimeoutSeconds(5)
                                .hardTimeoutSeconds(10)
                                .priority(100)
                                .flags(FlowMod.SEND_FLOW_REMOVED)
                                .actions(new Action.Output(2))
                                .build(),
                        """
                        04 0e 0060 11223344
                        1122334455667788 0000000000000000
                        03 00 0005 000a 0064        ; table_id, command OFPFC_ADD, idle, hard, priority
                        ffffffff ffffffff ffffffff  ; buffer_id, out_port, out_group
                        0001 0000                   ; flags, pad
                        0001 0016                   ; OFPMT_OXM, length without padding
                        80000004 00000001           ; in_port
                        80000606 0a0b0c0d0e02 0000  ; eth_dst, padding
                        0004 0018 00000000          ; OFPIT_APPLY_ACTIONS, len, pad
                        0000 0010 00000002 ffff 000000000000
                        """),
                in13("flow-mod that deletes all flows", FlowMod.delete().build(), """
                        04 0e 0038 11223344
                        0000000000000000 0000000000000000
                        ff 03 0000 0000 8000
                        ffffffff ffffffff ffffffff
                        0000 0000
                        0001 0004 00000000
                        """));
    }

    private static Arguments in10(String name, Message message, String hex) {
        return argumentSet("1.0 " + name, Version.OF10, message, hex);
    }

    private static Arguments in13(String name, Message message, String hex) {
        return argumentSet("1.3 " + name, Version.OF13, message, hex);
    }
}
