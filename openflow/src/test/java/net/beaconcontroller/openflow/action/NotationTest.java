package net.beaconcontroller.openflow.action;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.action.Instruction.ApplyActions;
import net.beaconcontroller.openflow.action.Instruction.GotoTable;
import net.beaconcontroller.openflow.action.Instruction.WriteActions;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.message.FlowMod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Printing and parsing of matches, actions and flows. */
class NotationTest {
    private static final Action TO_2 = new Action.Output(2);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "in_port=1",
                "in_port=LOCAL",
                "in_port=0x1/0xff",
                "dl_type=0x0800",
                "dl_dst=aa:bb:cc:dd:ee:ff",
                "dl_src=01:00:00:00:00:00/01:00:00:00:00:00",
                "dl_vlan=100,vlan_pcp=3",
                "vlan_vid=0x0000",
                "vlan_vid=0x1064/0x1fff",
                "metadata=0x1/0xff,tun_id=0xffffffffffffffff",
                "dl_type=0x0800,nw_dst=10.0.0.0/24,nw_src=10.0.7.0/255.0.255.0",
                "dl_type=0x0800,nw_dst=10.0.0.1/32,nw_src=0.0.0.0/0",
                "dl_type=0x0800,ip_dscp=46,nw_ecn=3,nw_proto=6,tcp_src=1,tcp_dst=80,tcp_flags=0x12",
                "dl_type=0x0800,nw_proto=6,tcp_dst=0x50/0xfff0,tcp_flags=0x2/0x12",
                "dl_type=0x86dd,nw_proto=17,udp_src=1,udp_dst=65535",
                "dl_type=0x0800,nw_proto=132,sctp_src=1,sctp_dst=2",
                "dl_type=0x0800,nw_proto=1,icmp_type=8,icmp_code=0",
                "dl_type=0x86dd,nw_proto=58,icmpv6_type=135,icmpv6_code=0,nd_target=fe80::1,nd_sll=00:00:00:00:00:01",
                "dl_type=0x0806,arp_op=1,arp_spa=10.0.0.0/8,arp_tpa=10.0.0.1,arp_sha=00:00:00:00:00:01",
                "dl_type=0x86dd,ipv6_src=2001:db8::/32,ipv6_dst=2001::1/ffff::ffff,ipv6_label=0x12345,ipv6_exthdr=0x1",
                "dl_type=0x8847,mpls_label=3,mpls_tc=7,mpls_bos=1",
                "dl_type=0x88e7,pbb_isid=5,pbb_uca=1",
                "packet_type=(1,0x800),nw_dst=10.0.0.1",
                "packet_type=0x10000/0xffff0000,actset_output=3,in_phy_port=4",
            })
    void aParsedMatchIsPrintedUnchanged(String text) {
        assertThat(Match.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            value = {
                "1:0:0:0:0:0:0:1 | 1::1",
                "1:0:0:2:0:0:0:3 | 1:0:0:2::3",
                "1:0:0:2:0:0:3:4 | 1::2:0:0:3:4",
                "1:0:2:3:4:5:6:7 | 1:0:2:3:4:5:6:7",
                "0:0:0:0:0:0:0:0 | ::",
                "1:0:0:0:0:0:0:0 | 1::",
                "::ABCD | ::abcd",
                "::ffff:10.0.0.1 | ::ffff:10.0.0.1",
                "::ffff:a00:1 | ::ffff:10.0.0.1",
                "64:ff9b::1.2.3.4 | 64:ff9b::102:304",
            })
    void anIpv6AddressIsPrintedInTheCanonicalForm(String written, String printed) {
        assertThat(Match.parse("ipv6,ipv6_src=" + written)).hasToString("dl_type=0x86dd,ipv6_src=" + printed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            value = {
                "ip | dl_type=0x0800",
                "ipv6 | dl_type=0x86dd",
                "arp | dl_type=0x0806",
                "icmp | dl_type=0x0800,nw_proto=1",
                "icmp6 | dl_type=0x86dd,nw_proto=58",
                "tcp | dl_type=0x0800,nw_proto=6",
                "tcp6 | dl_type=0x86dd,nw_proto=6",
                "udp | dl_type=0x0800,nw_proto=17",
                "udp6 | dl_type=0x86dd,nw_proto=17",
                "sctp | dl_type=0x0800,nw_proto=132",
                "sctp6 | dl_type=0x86dd,nw_proto=132",
                "mpls | dl_type=0x8847",
                "mplsm | dl_type=0x8848",
                "ip,tcp,nw_proto=6,dl_type=0x800 | dl_type=0x0800,nw_proto=6",
                "dl_vlan=0xffff | vlan_vid=0x0000",
                "dl_vlan=0,dl_vlan_pcp=7 | dl_vlan=0,vlan_pcp=7",
                "vlan_tci=0x0000/0x1fff | vlan_vid=0x0000",
                "vlan_tci=0x1000/0x1000 | vlan_vid=0x1000/0x1000",
                "eth_type=2048,ip_proto=6 | dl_type=0x0800,nw_proto=6",
                "eth_src=0:0:0:0:0:1,eth_dst=2:0:0:0:0:2 | dl_src=00:00:00:00:00:01,dl_dst=02:00:00:00:00:02",
                "ip,ipv4_src=1.2.3.4,ip_dst=5.6.7.8 | dl_type=0x0800,nw_src=1.2.3.4,nw_dst=5.6.7.8",
                "ip,nw_tos=184 | dl_type=0x0800,ip_dscp=46",
                "tunnel_id=5 | tun_id=0x5",
                "arp,nw_src=1.2.3.4,nw_dst=5.6.7.8,nw_proto=2 | dl_type=0x0806,arp_spa=1.2.3.4,"
                        + "arp_tpa=5.6.7.8,arp_op=2",
                "icmp6,icmp_type=128,icmp_code=0 | dl_type=0x86dd,nw_proto=58,icmpv6_type=128,icmpv6_code=0",
                "tcp,tp_src=1,tp_dst=2 | dl_type=0x0800,nw_proto=6,tcp_src=1,tcp_dst=2",
                "udp6,tp_src=1 | dl_type=0x86dd,nw_proto=17,udp_src=1",
                "tp_dst=80,in_port=1,tcp | in_port=1,dl_type=0x0800,nw_proto=6,tcp_dst=80",
                "nw_proto=6,tp_dst=80,ip | dl_type=0x0800,nw_proto=6,tcp_dst=80",
                "IP,NW_DST=1.2.3.4 | dl_type=0x0800,nw_dst=1.2.3.4",
                "ip  nw_dst=10.0.0.0/24 , in_port=local | dl_type=0x0800,nw_dst=10.0.0.0/24,in_port=LOCAL",
                "in_port=*,dl_type=0x1234 | dl_type=0x1234",
                "tcp,tcp_flags=+syn-ack | dl_type=0x0800,nw_proto=6,tcp_flags=0x2/0x12",
                "tcp,tcp_flags=syn|ack | dl_type=0x0800,nw_proto=6,tcp_flags=0x12",
            })
    void parsesTheAbbreviationsOfOvsOfctl(String written, String printed) {
        assertThat(Match.parse(written)).hasToString(printed);
    }

    @Test
    void emptyTextMatchesAllPackets() {
        assertThat(Match.parse("")).isEqualTo(Match.ANY);
        assertThat(Match.parse(" , ")).isEqualTo(Match.ANY);
        assertThat(Match.ANY).hasToString("");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "oxm_nw_dst=10.0.0.1",
                "oxm_tcp_dst=80,dl_type=0x0800,nw_proto=6",
                "dl_type=0x0800,oxm_nw_dst=10.0.0.1/8",
                "in_port=1,oxm_in_port=1",
                "oxm_vlan_pcp=255,oxm_vlan_vid=0x0064",
                "dl_type=0x0806,oxm_nw_src=10.0.0.1",
            })
    void aFieldWithoutItsPrerequisiteIsPrintedAsOxm(String text) {
        assertThat(Match.parse(text)).hasToString(text);
    }

    @Test
    void anUnknownFieldIsPrintedByItsNumbers() {
        var fields = Match.of(
                new Oxm(Oxm.BASIC, 99, Bytes.ofHex("0102"), null),
                new Oxm(1, 33, Bytes.ofHex("2a"), Bytes.ofHex("ff")),
                new Oxm(Oxm.EXPERIMENTER, 42, 0x4f4e4600L, Bytes.ofHex("0002"), null));

        assertThat(fields).hasToString("oxm_8000_99=0x0102,oxm_1_33=0x2a/0xff,oxm_ffff_42_4f4e4600=0x0002");
        assertThat(Match.parse(fields.toString())).isEqualTo(fields);
    }

    @Test
    void parsesAKnownFieldByItsNumbers() {
        assertThat(Match.parse("oxm_8000_5=0x0800")).isEqualTo(Match.of(Field.ETH_TYPE.is(0x0800)));
    }

    @Test
    void aSingleFieldIsPrintedByItsName() {
        assertThat(Field.IPV4_DST.is(0x0a000000L, 0xff000000L)).hasToString("nw_dst=10.0.0.0/8");
        assertThat(Field.VLAN_VID.is(0x1064)).hasToString("dl_vlan=100");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "output:2",
                "output:2:128",
                "output:ANY",
                "CONTROLLER:64000",
                "CONTROLLER:128",
                "LOCAL,FLOOD,NORMAL,IN_PORT,ALL,TABLE",
                "output:LOCAL:128",
                "enqueue:1:2",
                "set_field:aa:bb:cc:dd:ee:ff->eth_dst",
                "set_field:00:00:00:00:00:01/00:00:00:00:00:ff->eth_src",
                "set_field:10.0.0.0/24->ip_dst",
                "set_field:10.0.0.1->ip_src",
                "set_field:fe80::1->ipv6_src",
                "set_field:80->tcp_dst",
                "set_field:0x1064->vlan_vid",
                "set_field:0x5/0xff->metadata",
                "set_field:255->oxm_vlan_pcp",
                "set_field:0x0102->oxm_8000_99",
                "push_vlan:0x8100,pop_vlan",
                "push_mpls:0x8847,pop_mpls:0x0800,set_mpls_ttl:64,dec_mpls_ttl",
                "push_pbb:0x88e7,pop_pbb",
                "mod_nw_ttl:64,dec_ttl,copy_ttl_out,copy_ttl_in",
                "set_queue:4294967295",
                "group:1,group:ALL",
                "meter:3",
                "move:nw_src[]->nw_dst[]",
                "move:nw_src[0..7]->tcp_dst[8..15]",
                "move:metadata[3]->tun_id[63]",
                "copy_field:8:0:1:80001604",
                "experimenter:0x2320:0010ff",
                "unknown:99:",
            })
    void aParsedActionIsPrintedUnchanged(String text) {
        assertThat(Action.parse(text).stream().map(Action::toString)).containsExactly(text.split(",", -1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            value = {
                "2 | output:2",
                "0x2 | output:2",
                "local | LOCAL",
                "output:normal | NORMAL",
                "output=3 | output:3",
                "controller | CONTROLLER:64000",
                "controller:65535 | CONTROLLER:64000",
                "output:CONTROLLER:64001 | CONTROLLER:64000",
                "controller() | CONTROLLER:64000",
                "controller(max_len=128) | CONTROLLER:128",
                "output:CONTROLLER | CONTROLLER:64000",
                "NONE | output:ANY",
                "strip_vlan | pop_vlan",
                "enqueue(LOCAL,2) | enqueue:LOCAL:2",
                "mod_dl_src:2:0:0:0:0:1 | set_field:02:00:00:00:00:01->eth_src",
                "mod_dl_dst:2:0:0:0:0:1 | set_field:02:00:00:00:00:01->eth_dst",
                "mod_nw_src:10.0.0.1 | set_field:10.0.0.1->ip_src",
                "mod_nw_dst:10.0.0.1 | set_field:10.0.0.1->ip_dst",
                "mod_vlan_vid:100 | set_field:0x1064->vlan_vid",
                "set_vlan_pcp:5 | set_field:5->vlan_pcp",
                "mod_vlan_pcp:5 | set_field:5->vlan_pcp",
                "mod_nw_tos:184 | set_field:46->ip_dscp",
                "mod_nw_ecn:1 | set_field:1->nw_ecn",
                "set_mpls_label:5 | set_field:5->mpls_label",
                "set_tunnel:5 | set_field:0x5->tun_id",
                "set_field:100->dl_vlan | set_field:0x1064->vlan_vid",
                "set_field:10.0.0.1->nw_dst | set_field:10.0.0.1->ip_dst",
                "group:any | group:ANY",
            })
    void parsesAlternativeFormsOfActions(String written, String printed) {
        assertThat(Action.parse(written)).singleElement().hasToString(printed);
    }

    @Test
    void dropMeansNoActions() {
        assertThat(Action.parse("drop")).isEmpty();
        assertThat(Action.parse("")).isEmpty();
        assertThat(FlowMod.parse("actions=").instructions()).isEmpty();
    }

    @Test
    void transportPortsInActionsDependOnTheProtocolOfTheMatch() {
        assertThat(FlowMod.parse("udp6,actions=mod_tp_src:1,mod_tp_dst:2,set_field:3->tp_dst"))
                .isEqualTo(
                        FlowMod.parse("udp6 actions=set_field:1->udp_src,set_field:2->udp_dst,set_field:3->udp_dst"));
        assertThat(FlowMod.parse("sctp,actions=mod_tp_src:1"))
                .isEqualTo(FlowMod.parse("sctp actions=set_field:1->sctp_src"));
    }

    @Test
    void actionsOutsideAnInstructionAreApplied() {
        assertThat(FlowMod.parse("actions=meter:3,output:2,dec_ttl,write_actions(group:1),goto_table:4")
                        .instructions())
                .containsExactly(
                        new Instruction.ToMeter(3),
                        new ApplyActions(List.of(TO_2, new Action.DecrementIpTtl())),
                        new WriteActions(List.of(new Action.ToGroup(1))),
                        new GotoTable(4));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "meter:3,output:2,clear_actions,write_actions(output:3,set_queue:4),write_metadata:0x1/0xff,"
                        + "goto_table:2",
                "write_metadata:0x1",
                "write_actions(drop)",
                "apply_actions(drop)",
                "apply_actions(meter:3,output:2)",
                "apply_actions(output:2),apply_actions(output:3)",
                "goto_table:2,output:2",
                "stat_trigger(flags=0x1,duration=1.5s,packet_count=7,oxs_8002_77=0xaa,oxs_8002_4_r=0x0000000000000000)",
                "experimenter_instruction:0x2320:0010",
                "unknown_instruction:9:00",
            })
    void parsedInstructionsArePrintedUnchanged(String text) {
        assertThat(FlowMod.parse("actions=" + text)).hasToString("flow_mod ADD table=0 actions=" + text);
    }

    @Test
    void parsesAllPropertiesOfAFlow() {
        assertThat(FlowMod.parse("priority=10,ip,nw_dst=10.0.0.0/24,actions=output:2"))
                .isEqualTo(FlowMod.add()
                        .priority(10)
                        .match(Field.ETH_TYPE.is(0x0800), Field.IPV4_DST.is(0x0a000000L, 0xffffff00L))
                        .actions(TO_2)
                        .build());
        assertThat(FlowMod.parse("table=3 cookie=0x5/0xff, idle_timeout=6 hard_timeout=7 importance=8 out_port=LOCAL"
                        + " out_group=9 buffer_id=0x10 send_flow_rem check_overlap reset_counts,no_packet_counts"
                        + " no_byte_counts flags=0x200 actions=2"))
                .isEqualTo(FlowMod.add()
                        .tableId(3)
                        .cookie(5)
                        .cookieMask(0xff)
                        .idleTimeoutSeconds(6)
                        .hardTimeoutSeconds(7)
                        .importance(8)
                        .outPort(PortNumber.LOCAL)
                        .outGroup(9)
                        .bufferId(16)
                        .flags(0x21f)
                        .actions(TO_2)
                        .build());
    }

    @Test
    void parsesACommandBeforeAFlow() {
        assertThat(FlowMod.parse("delete in_port=1"))
                .isEqualTo(FlowMod.delete().match(Field.IN_PORT.is(1)).build());
        assertThat(FlowMod.parse("delete cookie=1/-1").cookieMask()).isEqualTo(-1);
        assertThat(FlowMod.parse("flow_mod MODIFY_STRICT actions=drop").command())
                .isEqualTo(FlowMod.Command.MODIFY_STRICT);
        assertThat(FlowMod.parse("add actions=drop").tableId()).isZero();
    }

    @Test
    void valuesForProgramsAreNumbersOrAddresses() {
        assertThat(plain(Field.IN_PORT.is(PortNumber.LOCAL))).isEqualTo(PortNumber.LOCAL);
        assertThat(plain(Field.ETH_SRC.is(1))).isEqualTo("00:00:00:00:00:01");
        assertThat(plain(Field.ARP_SPA.is(1))).isEqualTo("0.0.0.1");
        assertThat(plain(Field.IPV6_SRC.is(Bytes.of(new byte[16])))).isEqualTo("::");
        assertThat(plain(Field.METADATA.is(-1)))
                .isEqualTo(BigInteger.TWO.pow(64).subtract(BigInteger.ONE));
        assertThat(plain(new Oxm(1, 2, Bytes.ofHex("0a"), null))).isEqualTo("0a");
    }

    private static Object plain(Oxm oxm) {
        return Objects.requireNonNull(((Map<?, ?>) Oxm.CODEC.print(oxm).forPrograms()).get("value"));
    }
}
