package net.beaconcontroller.lab;

import static net.beaconcontroller.openflow.Version.OF10;
import static net.beaconcontroller.openflow.Version.OF12;
import static net.beaconcontroller.openflow.Version.OF13;
import static net.beaconcontroller.openflow.Version.OF14;
import static net.beaconcontroller.openflow.Version.OF15;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.Shell;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.BundleAdd;
import net.beaconcontroller.openflow.message.BundleControl;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.GetAsyncReply;
import net.beaconcontroller.openflow.message.GetConfigReply;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.PortMod;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.message.QueueConfigReply;
import net.beaconcontroller.openflow.message.RequestForward;
import net.beaconcontroller.openflow.message.RoleRequest;
import net.beaconcontroller.openflow.message.RoleStatus;
import net.beaconcontroller.openflow.message.SetConfig;
import net.beaconcontroller.openflow.message.TableMod;
import net.beaconcontroller.openflow.message.TableStatus;
import net.beaconcontroller.openflow.multipart.AggregateStats;
import net.beaconcontroller.openflow.multipart.FlowMonitor;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.GroupDescription;
import net.beaconcontroller.openflow.multipart.GroupFeatures;
import net.beaconcontroller.openflow.multipart.GroupStats;
import net.beaconcontroller.openflow.multipart.MeterDescription;
import net.beaconcontroller.openflow.multipart.MeterFeatures;
import net.beaconcontroller.openflow.multipart.MeterStats;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.multipart.QueueDescription;
import net.beaconcontroller.openflow.multipart.QueueStats;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.multipart.TableDescription;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.openflow.multipart.TableStats;
import net.beaconcontroller.openflow.structure.AsyncConfig;
import net.beaconcontroller.openflow.structure.Bucket;
import net.beaconcontroller.openflow.structure.Group;
import net.beaconcontroller.openflow.structure.Meter;
import net.beaconcontroller.openflow.structure.MeterBand;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.structure.Queue;
import net.beaconcontroller.openflow.structure.Role;
import net.beaconcontroller.openflow.structure.TableDesc;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Encodes messages and checks that {@code ovs-ofctl ofp-print} decodes the same fields. */
@NeedsOpenVSwitch
class OfpPrintTest {
    private static final Set<Version> ALL = EnumSet.of(OF10, OF12, OF13, OF14, OF15);
    private static final Set<Version> SINCE_12 = EnumSet.of(OF12, OF13, OF14, OF15);
    private static final Set<Version> SINCE_13 = EnumSet.of(OF13, OF14, OF15);
    private static final Set<Version> SINCE_14 = EnumSet.of(OF14, OF15);
    private static final Set<Version> TO_12 = EnumSet.of(OF10, OF12);

    private static final long MAC_1 = 0x0a0b0c0d0e01L;
    private static final long MAC_2 = 0x0a0b0c0d0e02L;
    private static final Bytes FRAME = Bytes.ofHex("0a0b0c0d0e020a0b0c0d0e0188cc" + "00".repeat(46));
    private static final Match TCP = Match.of(
            Field.IN_PORT.is(3),
            Field.ETH_SRC.is(MAC_1),
            Field.ETH_DST.is(MAC_2),
            Field.ETH_TYPE.is(0x0800),
            Field.IP_PROTO.is(6),
            Field.IPV4_SRC.is(0x0a000100, 0xffffff00L),
            Field.IPV4_DST.is(0x0a000002),
            Field.TCP_DST.is(80));
    private static final Port PORT =
            new Port(7, MAC_1, "eth7", 1, 1, List.of(new Port.Ethernet(0x2820, 0x2820, 0x282f, 0x0800, 0, 0)));

    @ParameterizedTest
    @MethodSource("messages")
    void openVSwitchDecodesTheSameFields(Version version, Message message, List<String> expected) {
        assertThat(print(version, message))
                .doesNotContain("decode error")
                .contains(expected.stream().map(OfpPrintTest::singleSpaced).toList());
    }

    static Stream<Arguments> messages() {
        return Stream.of(basics(), flows(), matches(), actions(), ports(), groupsAndMeters(), tables(), later())
                .flatMap(arguments -> arguments);
    }

    private static Stream<Arguments> basics() {
        return Stream.of(
                        in(SINCE_13, Hello.offering(List.of(OF10, OF13)), "OFPT_HELLO", "version bitmap: 0x01, 0x04"),
                        in(ALL, new EchoRequest(Bytes.ofHex("cafe")), "OFPT_ECHO_REQUEST", "2 bytes", "ca fe"),
                        in(ALL, new ErrorMessage(1, 6, FRAME), "OFPT_ERROR", "OFPBRC_BAD_LEN"),
                        in(ALL, new SetConfig(1, 128), "OFPT_SET_CONFIG", "frags=drop miss_send_len=128"),
                        in(ALL, new GetConfigReply(0, 0xffff), "OFPT_GET_CONFIG_REPLY", "miss_send_len=65535"),
                        in(ALL, new BarrierRequest(), "OFPT_BARRIER_REQUEST"),
                        in(ALL, new BarrierReply(), "OFPT_BARRIER_REPLY"),
                        in(
                                TO_12,
                                new FeaturesReply(0xa1b2, 256, 3, 0, 0x05, 0, List.of(PORT)),
                                "dpid:000000000000a1b2",
                                "n_tables:3, n_buffers:256",
                                "FLOW_STATS PORT_STATS",
                                "7(eth7): addr:0a:0b:0c:0d:0e:01",
                                "PORT_DOWN",
                                "LINK_DOWN",
                                "1GB-FD COPPER AUTO_NEG"),
                        in(
                                SINCE_13,
                                new FeaturesReply(0xa1b2, 256, 3, 4, 0x05, 0, List.of()),
                                "dpid:000000000000a1b2",
                                "n_tables:3, n_buffers:256, auxiliary_id:4",
                                "FLOW_STATS PORT_STATS"),
                        in(ALL, new SwitchDescription.Request(), "OFPST_DESC request"),
                        in(
                                ALL,
                                new SwitchDescription("maker", "board", "2.0", "77", "s1"),
                                "Manufacturer: maker",
                                "Hardware: board",
                                "Software: 2.0",
                                "Serial Num: 77",
                                "DP Description: s1"),
                        in(
                                ALL,
                                PacketIn.of(3, 0x123, FRAME),
                                "OFPT_PACKET_IN",
                                "total_len=60",
                                "in_port=3 (via no_match)",
                                "buffer=0x00000123",
                                "dl_src=0a:0b:0c:0d:0e:01",
                                "dl_type=0x88cc"),
                        in(
                                SINCE_13,
                                new PacketIn(
                                        PacketIn.NO_BUFFER,
                                        1500,
                                        1,
                                        4,
                                        0xbeef,
                                        Match.of(Field.IN_PORT.is(3), Field.METADATA.is(7)),
                                        FRAME),
                                "table_id=4 cookie=0xbeef total_len=1500 metadata=0x7,in_port=3 (via action)"),
                        in(
                                ALL,
                                new PacketOut(
                                        PacketIn.NO_BUFFER, 3, List.of(new Action.Output(PortNumber.FLOOD)), FRAME),
                                "OFPT_PACKET_OUT",
                                "in_port=3 actions=FLOOD data_len=60"),
                        in(
                                ALL,
                                new PacketOut(0x77, PortNumber.CONTROLLER, List.of(), Bytes.EMPTY),
                                "in_port=CONTROLLER actions=drop buffer=0x00000077"))
                .flatMap(arguments -> arguments);
    }

    private static Stream<Arguments> flows() {
        FlowMod.Builder add = FlowMod.add()
                .match(TCP)
                .cookie(0x1122334455667788L)
                .idleTimeoutSeconds(5)
                .hardTimeoutSeconds(10)
                .priority(99)
                .bufferId(0x77)
                .flags(FlowMod.SEND_FLOW_REMOVED | FlowMod.CHECK_OVERLAP)
                .actions(new Action.Output(2));
        String[] parts = {
            "ADD",
            "priority=99,tcp,in_port=3,dl_src=0a:0b:0c:0d:0e:01,dl_dst=0a:0b:0c:0d:0e:02,"
                    + "nw_src=10.0.1.0/24,nw_dst=10.0.0.2,tp_dst=80",
            "cookie:0x1122334455667788 idle:5 hard:10",
            "buf:0x77",
            "send_flow_rem check_overlap",
            "actions=output:2"
        };
        Stats stats = Stats.of(12, 345_000_000, 6, 540);
        return Stream.of(
                        in(ALL, add.build(), parts),
                        in(SINCE_12, add.tableId(9).build(), "table:9"),
                        in(
                                SINCE_14,
                                FlowMod.add()
                                        .importance(77)
                                        .actions(new Action.Output(1))
                                        .build(),
                                "importance:77"),
                        in(
                                SINCE_13,
                                FlowMod.add()
                                        .flags(FlowMod.RESET_COUNTS | FlowMod.NO_PACKET_COUNTS | FlowMod.NO_BYTE_COUNTS)
                                        .build(),
                                "reset_counts no_packet_counts no_byte_counts",
                                "actions=drop"),
                        in(ALL, FlowMod.delete().outPort(4).build(), "DEL", "out_port:4"),
                        in(
                                SINCE_12,
                                FlowMod.delete()
                                        .command(FlowMod.Command.DELETE_STRICT)
                                        .cookie(5)
                                        .cookieMask(7)
                                        .outGroup(6)
                                        .build(),
                                "DEL_STRICT table:255",
                                "cookie:0x5/0x7"),
                        in(
                                SINCE_12,
                                FlowMod.add()
                                        .command(FlowMod.Command.MODIFY)
                                        .instructions(
                                                new Instruction.ApplyActions(List.of(new Action.Output(1))),
                                                new Instruction.ClearActions(),
                                                new Instruction.WriteActions(List.of(new Action.ToGroup(3))),
                                                new Instruction.WriteMetadata(5, 0xff),
                                                new Instruction.GotoTable(8))
                                        .build(),
                                "MOD",
                                "actions=output:1,clear_actions,write_actions(group:3),"
                                        + "write_metadata:0x5/0xff,goto_table:8"),
                        in(
                                EnumSet.of(OF13, OF14),
                                FlowMod.add()
                                        .instructions(new Instruction.ToMeter(7))
                                        .build(),
                                "actions=meter:7"),
                        in(
                                ALL,
                                new FlowRemoved(0xabc, 99, 1, 0, 5, 0, stats, TCP),
                                "OFPT_FLOW_REMOVED",
                                "priority=99,tcp,in_port=3",
                                "reason=hard",
                                "cookie:0xabc",
                                "12.345s",
                                "idle5",
                                "pkts6 bytes540"),
                        in(
                                SINCE_12,
                                new FlowRemoved(0xabc, 99, 0, 9, 5, 6, stats, TCP),
                                "reason=idle table_id=9",
                                "hard6"),
                        in(
                                SINCE_12,
                                new FlowStats.Request(4, 5, 6, 7, -1, TCP),
                                "OFPST_FLOW request",
                                "out_port=5",
                                "table=4",
                                "tcp,in_port=3"),
                        in(
                                ALL,
                                new FlowStats.Reply(List.of(new FlowStats(
                                        3,
                                        99,
                                        5,
                                        10,
                                        0,
                                        0,
                                        0xabc,
                                        TCP,
                                        stats,
                                        List.of(new Instruction.ApplyActions(List.of(new Action.Output(2))))))),
                                "cookie=0xabc, duration=12.345s, table=3, n_packets=6, n_bytes=540, "
                                        + "idle_timeout=5, hard_timeout=10",
                                "priority=99,tcp,in_port=3",
                                "actions=output:2"),
                        in(ALL, new AggregateStats(Stats.ofFlows(1, 2, 3)), "packet_count=1 byte_count=2 flow_count=3"),
                        in(
                                ALL,
                                new AggregateStats.Request(
                                        4, PortNumber.ANY, GroupNumber.ANY, 0, 0, Match.of(Field.IN_PORT.is(3))),
                                "OFPST_AGGREGATE request",
                                "table=4 in_port=3"))
                .flatMap(arguments -> arguments);
    }

    private static Stream<Arguments> matches() {
        Oxm ip = Field.ETH_TYPE.is(0x0800);
        Oxm ip6 = Field.ETH_TYPE.is(0x86dd);
        Oxm arp = Field.ETH_TYPE.is(0x0806);
        Bytes address = Bytes.ofHex("20010db8000000000000000000000001");
        return Stream.of(
                        match(ALL, "vlan_tci=0x0000", Field.VLAN_VID.is(0)),
                        match(ALL, "dl_vlan=100,dl_vlan_pcp=3", Field.VLAN_VID.is(0x1064), Field.VLAN_PCP.is(3)),
                        match(ALL, "ip,nw_tos=184", ip, Field.IP_DSCP.is(46)),
                        match(
                                ALL,
                                "udp,tp_src=67,tp_dst=68",
                                ip,
                                Field.IP_PROTO.is(17),
                                Field.UDP_SRC.is(67),
                                Field.UDP_DST.is(68)),
                        match(
                                ALL,
                                "icmp,icmp_type=8,icmp_code=0",
                                ip,
                                Field.IP_PROTO.is(1),
                                Field.ICMPV4_TYPE.is(8),
                                Field.ICMPV4_CODE.is(0)),
                        match(
                                ALL,
                                "arp,arp_spa=10.0.0.1,arp_tpa=10.0.0.0/8,arp_op=2",
                                arp,
                                Field.ARP_OP.is(2),
                                Field.ARP_SPA.is(0x0a000001),
                                Field.ARP_TPA.is(0x0a000000, 0xff000000L)),
                        match(SINCE_12, "metadata=0x5/0xff", Field.METADATA.is(5, 0xff)),
                        match(
                                SINCE_12,
                                "dl_dst=01:00:00:00:00:00/01:00:00:00:00:00",
                                Field.ETH_DST.is(0x010000000000L, 0x010000000000L)),
                        match(SINCE_12, "nw_ecn=2", ip, Field.IP_ECN.is(2)),
                        match(
                                SINCE_12,
                                "sctp,tp_src=1,tp_dst=2",
                                ip,
                                Field.IP_PROTO.is(132),
                                Field.SCTP_SRC.is(1),
                                Field.SCTP_DST.is(2)),
                        match(
                                SINCE_12,
                                "arp_sha=0a:0b:0c:0d:0e:01,arp_tha=0a:0b:0c:0d:0e:02",
                                arp,
                                Field.ARP_SHA.is(MAC_1),
                                Field.ARP_THA.is(MAC_2)),
                        match(
                                SINCE_12,
                                "ipv6_src=2001:db8::1,ipv6_dst=2001:db8::1",
                                ip6,
                                Field.IPV6_SRC.is(address),
                                Field.IPV6_DST.is(address)),
                        match(SINCE_12, "ipv6_label=0x12345", ip6, Field.IPV6_FLABEL.is(0x12345)),
                        match(SINCE_12, "icmp6,icmp_type=135", ip6, Field.IP_PROTO.is(58), Field.ICMPV6_TYPE.is(135)),
                        match(
                                SINCE_12,
                                "nd_target=2001:db8::1,nd_sll=0a:0b:0c:0d:0e:01",
                                ip6,
                                Field.IP_PROTO.is(58),
                                Field.ICMPV6_TYPE.is(135),
                                Field.ICMPV6_CODE.is(0),
                                Field.IPV6_ND_TARGET.is(address),
                                Field.IPV6_ND_SLL.is(MAC_1)),
                        match(
                                SINCE_12,
                                "mpls,mpls_label=16,mpls_tc=5",
                                Field.ETH_TYPE.is(0x8847),
                                Field.MPLS_LABEL.is(16),
                                Field.MPLS_TC.is(5)),
                        match(SINCE_13, "mpls_bos=1", Field.ETH_TYPE.is(0x8847), Field.MPLS_BOS.is(1)),
                        match(SINCE_13, "tun_id=0x7/0xff", Field.TUNNEL_ID.is(7, 0xff)),
                        match(
                                EnumSet.of(OF15),
                                "tcp,tcp_flags=+syn-ack",
                                ip,
                                Field.IP_PROTO.is(6),
                                Field.TCP_FLAGS.is(2, 0x12)),
                        match(EnumSet.of(OF15), "actset_output=4", Field.ACTSET_OUTPUT.is(4)),
                        match(
                                SINCE_12,
                                "reg0=0x2a/0xffff",
                                new Oxm(1, 0, Bytes.ofHex("0000002a"), Bytes.ofHex("0000ffff"))))
                .flatMap(arguments -> arguments);
    }

    private static Stream<Arguments> actions() {
        return Stream.of(
                        action(ALL, "CONTROLLER:128", new Action.Output(PortNumber.CONTROLLER, 128)),
                        action(ALL, "LOCAL", new Action.Output(PortNumber.LOCAL)),
                        action(ALL, "NORMAL", new Action.Output(PortNumber.NORMAL)),
                        action(ALL, "IN_PORT", new Action.Output(PortNumber.IN_PORT)),
                        action(EnumSet.of(OF10), "enqueue:3:4", new Action.Enqueue(3, 4)),
                        action(EnumSet.of(OF10), "mod_vlan_vid:100", set(Field.VLAN_VID, 0x1064)),
                        action(EnumSet.of(OF10), "mod_vlan_pcp:3", set(Field.VLAN_PCP, 3)),
                        action(EnumSet.of(OF10), "mod_dl_src:0a:0b:0c:0d:0e:01", set(Field.ETH_SRC, MAC_1)),
                        action(EnumSet.of(OF10), "mod_dl_dst:0a:0b:0c:0d:0e:01", set(Field.ETH_DST, MAC_1)),
                        action(EnumSet.of(OF10), "mod_nw_src:10.0.0.1", set(Field.IPV4_SRC, 0x0a000001)),
                        action(EnumSet.of(OF10), "mod_nw_dst:10.0.0.1", set(Field.IPV4_DST, 0x0a000001)),
                        action(EnumSet.of(OF10), "mod_nw_tos:184", set(Field.IP_DSCP, 46)),
                        action(EnumSet.of(OF10), "mod_tp_src:80", set(Field.TCP_SRC, 80)),
                        action(EnumSet.of(OF10), "mod_tp_dst:80", set(Field.UDP_DST, 80)),
                        action(EnumSet.of(OF10), "strip_vlan", new Action.PopVlan()),
                        action(SINCE_12, "pop_vlan", new Action.PopVlan()),
                        action(SINCE_12, "push_vlan:0x8100", new Action.PushVlan(0x8100)),
                        action(SINCE_12, "push_mpls:0x8847", new Action.PushMpls(0x8847)),
                        action(SINCE_12, "set_queue:7", new Action.SetQueue(7)),
                        action(SINCE_12, "group:7", new Action.ToGroup(7)),
                        action(SINCE_12, "set_field:0a:0b:0c:0d:0e:01->eth_dst", set(Field.ETH_DST, MAC_1)),
                        action(SINCE_12, "set_field:10.0.0.1->ip_src", set(Field.IPV4_SRC, 0x0a000001)),
                        action(SINCE_12, "dec_ttl", new Action.DecrementIpTtl()),
                        action(SINCE_12, "mod_nw_ttl:64", new Action.SetIpTtl(64)),
                        action(EnumSet.of(OF15), "meter:7", new Action.ToMeter(7)),
                        action(
                                EnumSet.of(OF15),
                                "set_field:0a:00:00:00:00:00/ff:00:00:00:00:00->eth_dst",
                                new Action.SetField(Field.ETH_DST.is(0x0a0000000000L, 0xff0000000000L))),
                        action(
                                EnumSet.of(OF15),
                                "move:NXM_OF_IP_SRC[0..15]->NXM_OF_IP_DST[16..31]",
                                new Action.CopyField(16, 0, 16, Bytes.ofHex("8000160480001804"))))
                .flatMap(arguments -> arguments);
    }

    private static Stream<Arguments> ports() {
        var stats = new PortStats(
                7, 12, 345_000_000, 1, 2, 3, 4, 5, 6, 7, 8, List.of(new PortStats.Ethernet(9, 10, 11, 12)));
        var undated = new PortStats(
                7, 0xffffffffL, 0xffffffffL, 1, 2, 3, 4, 5, 6, 7, 8, List.of(new PortStats.Ethernet(9, 10, 11, 12)));
        String[] counts = {
            "port  7: rx pkts=1, bytes=3, drop=5, errs=7, frame=9, over=10, crc=11",
            "tx pkts=2, bytes=4, drop=6, errs=8, coll=12"
        };
        String[] port = {
            "7(eth7): addr:0a:0b:0c:0d:0e:01", "PORT_DOWN", "LINK_DOWN", "current:    1GB-FD COPPER AUTO_NEG"
        };
        var queue = new QueueStats(7, 8, 9, 10, 11, 12, 345_000_000, List.of());
        var undatedQueue = new QueueStats(7, 8, 9, 10, 11, 0xffffffffL, 0xffffffffL, List.of());
        return Stream.of(
                        in(ALL, new PortStatus(PortStatus.Reason.MODIFY, PORT), port),
                        in(ALL, new PortStatus(PortStatus.Reason.DELETE, PORT), "OFPT_PORT_STATUS", "DEL"),
                        in(SINCE_13, new PortDescription.Reply(List.of(PORT)), port),
                        in(SINCE_13, new PortDescription.Request(), "OFPST_PORT_DESC request"),
                        in(EnumSet.of(OF15), new PortDescription.Request(7), "port=7"),
                        in(
                                ALL,
                                new PortMod(7, MAC_1, 1, 0x21, List.of(new PortMod.Ethernet(0x0820))),
                                "port: 7: addr:0a:0b:0c:0d:0e:01",
                                "config: PORT_DOWN",
                                "mask:   PORT_DOWN NO_FWD",
                                "advertise: 1GB-FD COPPER"),
                        in(SINCE_13, new PortStats.Reply(List.of(stats)), counts),
                        in(SINCE_13, new PortStats.Reply(List.of(stats)), "duration=12.345s"),
                        in(TO_12, new PortStats.Reply(List.of(undated)), counts),
                        in(ALL, new PortStats.Request(7), "OFPST_PORT request", "port_no=7"),
                        in(ALL, new QueueStats.Request(7, Queue.ALL), "port=7 queue=ALL"),
                        in(
                                SINCE_13,
                                new QueueStats.Reply(List.of(queue)),
                                "port 7 queue 8: bytes=9, pkts=10, errors=11, duration=12.345s"),
                        in(
                                TO_12,
                                new QueueStats.Reply(List.of(undatedQueue)),
                                "port 7 queue 8: bytes=9, pkts=10, errors=11"),
                        in(
                                SINCE_14,
                                new QueueDescription.Reply(List.of(
                                        new Queue(7, 8, List.of(new Queue.MinRate(300), new Queue.MaxRate(900))))),
                                "port=7",
                                "queue 8: min_rate:30.0% max_rate:90.0%"),
                        in(
                                EnumSet.of(OF12, OF13),
                                new QueueConfigReply(
                                        7,
                                        List.of(new Queue(
                                                7, 8, List.of(new Queue.MinRate(300), new Queue.MaxRate(900))))),
                                "port=7",
                                "queue 8: min_rate:30.0% max_rate:90.0%"),
                        in(
                                EnumSet.of(OF10),
                                new QueueConfigReply(
                                        7, List.of(new Queue(PortNumber.ANY, 8, List.of(new Queue.MinRate(300))))),
                                "port=7",
                                "queue 8: min_rate:30.0%"))
                .flatMap(arguments -> arguments);
    }

    private static Stream<Arguments> groupsAndMeters() {
        var output = new Action.Output(2);
        List<MeterBand> bands = List.of(new MeterBand.Drop(1000, 10), new MeterBand.DscpRemark(2000, 20, 1));
        var groupStats = new GroupStats(5, 6, 7, 8, 12, 345_000_000, List.of(new GroupStats.BucketCounter(9, 10)));
        return Stream.of(
                        in(
                                SINCE_12,
                                GroupMod.of(GroupMod.Command.ADD, GroupMod.TYPE_ALL, 5, Bucket.of(output)),
                                "ADD group_id=5,type=all,bucket=",
                                "actions=output:2"),
                        in(
                                SINCE_12,
                                GroupMod.of(
                                        GroupMod.Command.MODIFY, GroupMod.TYPE_SELECT, 5, Bucket.weighted(9, output)),
                                "MOD group_id=5,type=select",
                                "weight:9"),
                        in(
                                SINCE_12,
                                GroupMod.of(
                                        GroupMod.Command.ADD,
                                        GroupMod.TYPE_FAST_FAILOVER,
                                        5,
                                        Bucket.watching(3, output)),
                                "type=ff",
                                "watch_port:3"),
                        in(
                                EnumSet.of(OF15),
                                new GroupMod(
                                        GroupMod.Command.INSERT_BUCKET,
                                        GroupMod.TYPE_SELECT,
                                        5,
                                        0xfffffffeL,
                                        List.of(new Bucket(77, List.of(output), List.of(new Bucket.Weight(9)))),
                                        List.of()),
                                "INSERT_BUCKET command_bucket_id:last,group_id=5",
                                "bucket_id:77,weight:9"),
                        in(
                                SINCE_12,
                                new GroupDescription.Reply(List.of(
                                        new Group(GroupMod.TYPE_ALL, 5, List.of(Bucket.of(output)), List.of()))),
                                "group_id=5,type=all",
                                "actions=output:2"),
                        in(
                                SINCE_13,
                                new GroupStats.Reply(List.of(groupStats)),
                                "group_id=5,duration=12.345s,ref_count=6,packet_count=7,byte_count=8,"
                                        + "bucket0:packet_count=9,byte_count=10"),
                        in(SINCE_12, new GroupStats.Request(5), "group_id=5"),
                        in(
                                SINCE_12,
                                new GroupFeatures(3, 1, 11, 12, 13, 14, 1, 1, 1, 1),
                                "Types:  0x3",
                                "Capabilities:  0x1",
                                "max_groups=0xb",
                                "actions: output"),
                        in(
                                SINCE_13,
                                new MeterMod(MeterMod.Command.ADD, 0xd, 100, bands),
                                "ADD meter=100 kbps burst stats bands=",
                                "type=drop rate=1000 burst_size=10",
                                "type=dscp_remark rate=2000 burst_size=20 prec_level=1"),
                        in(
                                SINCE_13,
                                new MeterDescription.Reply(List.of(new Meter(1, 100, bands))),
                                "meter=100 kbps bands=",
                                "type=drop rate=1000"),
                        in(
                                SINCE_13,
                                new MeterStats.Reply(List.of(new MeterStats(
                                        100, 1, 2, 3, 12, 345_000_000, List.of(new MeterStats.BandCounter(4, 5))))),
                                "meter:100 flow_count:1 packet_in_count:2 byte_in_count:3 duration:12.345s",
                                "0: packet_count:4 byte_count:5"),
                        in(
                                EnumSet.of(OF13, OF14),
                                new MeterFeatures(99, 6, 0xf, 8, 2, 0),
                                "max_meter:99 max_bands:8 max_color:2",
                                "band_types: drop dscp_remark"))
                .flatMap(arguments -> arguments);
    }

    private static Stream<Arguments> tables() {
        var abilities = new TableFeatures(
                3,
                TableFeatures.Command.REPLACE,
                0,
                "edge",
                0xf,
                0xff,
                0,
                1000,
                List.of(
                        new TableFeatures.Instructions(0, List.of(new TableFeatures.Id(4, Bytes.EMPTY))),
                        new TableFeatures.Tables(2, Bytes.ofHex("0405")),
                        new TableFeatures.Actions(4, List.of()),
                        new TableFeatures.Actions(6, List.of(new TableFeatures.Id(0, Bytes.EMPTY))),
                        new TableFeatures.OxmIds(8, Bytes.ofHex("80000004")),
                        new TableFeatures.OxmIds(10, Bytes.ofHex("80000004")),
                        new TableFeatures.OxmIds(12, Bytes.EMPTY),
                        new TableFeatures.OxmIds(14, Bytes.ofHex("80000606"))));
        var vacancy = new TableDesc(3, 8, List.of(new TableDesc.Vacancy(10, 20, 15)));
        return Stream.of(
                        in(
                                SINCE_13,
                                new TableStats.Reply(List.of(new TableStats(3, 4, 5, 6, null))),
                                "table 3",
                                "active=4, lookup=5, matched=6"),
                        in(
                                EnumSet.of(OF10),
                                new TableStats.Reply(List.of(new TableStats(
                                        3,
                                        4,
                                        5,
                                        6,
                                        new TableStats.Abilities(
                                                "classifier", 0, 0x3fffff, 0, 0, 0, 0, 0, 0, 0, 0, 1000)))),
                                "table 3 (\"classifier\")",
                                "active=4, lookup=5, matched=6",
                                "max_entries=1000"),
                        in(SINCE_13, new TableFeatures.Request(), "OFPST_TABLE_FEATURES request"),
                        in(
                                EnumSet.of(OF13, OF14),
                                new TableFeatures.Reply(List.of(abilities)),
                                "table 3 (\"edge\")",
                                "match=0xf write=0xff",
                                "max_entries=1000",
                                "next tables: 4-5",
                                "in_port",
                                "Set-Field: eth_dst"),
                        in(SINCE_12, new TableMod(3, 0, List.of()), "OFPT_TABLE_MOD", "table_id=3"),
                        in(
                                SINCE_14,
                                new TableMod(3, 8, List.of(new TableDesc.Vacancy(10, 20, 0))),
                                "table_id=3",
                                "vacancy=on vacancy:10,20"),
                        in(
                                SINCE_14,
                                new TableDescription.Reply(List.of(vacancy)),
                                "table 3",
                                "vacancy_down=10% vacancy_up=20% vacancy=15%"),
                        in(SINCE_14, new TableStatus(3, vacancy), "reason=VACANCY_DOWN", "table 3"))
                .flatMap(arguments -> arguments);
    }

    private static Stream<Arguments> later() {
        GroupMod group = GroupMod.of(GroupMod.Command.ADD, GroupMod.TYPE_ALL, 5, Bucket.of(new Action.Output(2)));
        var all13 = new AsyncConfig(List.of(
                new AsyncConfig.Reasons(1, 3),
                new AsyncConfig.Reasons(0, 0),
                new AsyncConfig.Reasons(3, 7),
                new AsyncConfig.Reasons(2, 7),
                new AsyncConfig.Reasons(5, 1),
                new AsyncConfig.Reasons(4, 0)));
        return Stream.of(
                        in(
                                SINCE_12,
                                new RoleRequest(Role.MASTER, 0, 0x123),
                                "OFPT_ROLE_REQUEST",
                                "role=primary generation_id=291"),
                        in(
                                SINCE_14,
                                new RoleStatus(Role.SLAVE, 1, 0x123, List.of()),
                                "role=secondary generation_id=291 reason=configuration_changed"),
                        in(
                                SINCE_13,
                                new GetAsyncReply(all13),
                                "PACKET_IN: no_match action",
                                "PORT_STATUS: add delete modify",
                                "FLOW_REMOVED: idle"),
                        in(
                                SINCE_14,
                                new BundleControl(
                                        9,
                                        BundleControl.Type.COMMIT_REQUEST,
                                        BundleControl.ATOMIC | BundleControl.ORDERED,
                                        List.of()),
                                "bundle_id=0x9 type=COMMIT_REQUEST flags=atomic ordered"),
                        inEach(
                                SINCE_14,
                                version -> new BundleAdd(
                                        9,
                                        BundleControl.ATOMIC,
                                        Envelope.of(
                                                version,
                                                1,
                                                FlowMod.add()
                                                        .match(Field.IN_PORT.is(3))
                                                        .actions(new Action.Output(2))
                                                        .build()),
                                        List.of()),
                                "bundle_id=0x9 flags=atomic",
                                "ADD in_port=3 actions=output:2"),
                        inEach(
                                SINCE_14,
                                version -> new RequestForward(Envelope.of(version, 1, group)),
                                "reason=group_mod",
                                "ADD group_id=5,type=all"),
                        in(
                                SINCE_14,
                                new FlowMonitor.Request(List.of(new FlowMonitor(
                                        9,
                                        4,
                                        GroupNumber.ANY,
                                        7,
                                        5,
                                        FlowMonitor.Command.ADD,
                                        Match.of(Field.IN_PORT.is(3))))),
                                "id=9 flags=initial,add,delete",
                                "out_port=4 table=5 in_port=3"),
                        in(
                                SINCE_14,
                                new FlowMonitor.Reply(List.of(
                                        new FlowMonitor.Full(
                                                1,
                                                5,
                                                0,
                                                6,
                                                7,
                                                0x8000,
                                                0xabc,
                                                Match.of(Field.IN_PORT.is(3)),
                                                List.of(new Instruction.ApplyActions(List.of(new Action.Output(2))))),
                                        new FlowMonitor.Abbreviated(0x77),
                                        new FlowMonitor.State(5))),
                                "event=ADDED table=5 idle_timeout=6 hard_timeout=7 cookie=0xabc "
                                        + "in_port=3 actions=output:2",
                                "event=ABBREV xid=0x77",
                                "event=PAUSED"))
                .flatMap(arguments -> arguments);
    }

    private static Stream<Arguments> match(Set<Version> versions, String expected, Oxm... fields) {
        return in(
                versions,
                FlowMod.add().match(fields).actions(new Action.Output(1)).build(),
                expected);
    }

    private static Stream<Arguments> action(Set<Version> versions, String expected, Action action) {
        return in(versions, new PacketOut(PacketIn.NO_BUFFER, 1, List.of(action), FRAME), "actions=" + expected);
    }

    private static Action set(Field field, long value) {
        return new Action.SetField(field.is(value));
    }

    private static Stream<Arguments> in(Collection<Version> versions, Message message, String... expected) {
        return inEach(versions, _ -> message, expected);
    }

    private static Stream<Arguments> inEach(
            Collection<Version> versions, Function<Version, Message> message, String... expected) {
        return versions.stream()
                .map(version -> argumentSet(
                        version + " " + message.apply(version).type() + " " + expected[expected.length - 1],
                        version,
                        message.apply(version),
                        Arrays.asList(expected)));
    }

    private static String print(Version version, Message message) {
        byte[] bytes = Envelope.of(version, 1, message).toBytes();
        return singleSpaced(new Shell(Map.of())
                .run(List.of("ovs-ofctl", "ofp-print", HexFormat.of().formatHex(bytes))));
    }

    private static String singleSpaced(String text) {
        return text.replaceAll(" +", " ");
    }
}
