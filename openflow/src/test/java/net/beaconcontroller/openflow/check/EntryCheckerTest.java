package net.beaconcontroller.openflow.check;

import static net.beaconcontroller.openflow.check.Checks.check;
import static net.beaconcontroller.openflow.check.Checks.errors;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.check.Problem.Severity;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.multipart.GroupFeatures;
import net.beaconcontroller.openflow.multipart.MeterFeatures;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.openflow.structure.Bucket;
import net.beaconcontroller.openflow.structure.MeterBand;
import net.beaconcontroller.openflow.structure.Property;
import net.beaconcontroller.openflow.structure.UnknownProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of wrong entry, one per row, is refused with its field. {@link FieldCheckTest} has the match fields. */
class EntryCheckerTest {
    private static final GroupMod.Command ADD = GroupMod.Command.ADD;
    private static final int KBPS = MeterMod.KBPS;

    private static final String WRONG_FLOWS = """
            # what only changes and deletes have
            1.3 | MODIFY priority=1,actions=output:1 | command | not an entry
            1.3 | DELETE_STRICT table=0,priority=1 | command | not an entry
            1.3 | cookie=1/0xff,actions=output:1 | cookie_mask | changes and deletes
            1.3 | buffer_id=7,actions=output:1 | buffer_id | refers to a packet
            1.3 | out_port=1,actions=output:1 | out_port | deletes only
            1.3 | out_group=1,actions=output:1 | out_group | deletes only
            # numbers and versions
            1.0 | flags=0x4,actions=output:1 | flags | OpenFlow 1.0
            1.0 | no_packet_counts,actions=output:1 | flags | OpenFlow 1.0
            1.2 | no_packet_counts,actions=output:1 | flags | OpenFlow 1.2
            1.2 | emerg,actions=output:1 | flags | OpenFlow 1.2
            1.3 | flags=0x20,actions=output:1 | flags | OpenFlow 1.3
            1.5 | flags=0x8000,actions=output:1 | flags | OpenFlow 1.5
            1.0 | emerg,idle_timeout=5,actions=output:1 | idle_timeout | does not expire
            1.0 | emerg,hard_timeout=5,actions=output:1 | hard_timeout | does not expire
            1.0 | importance=5,actions=output:1 | importance | OpenFlow 1.0
            1.3 | importance=5,actions=output:1 | importance | OpenFlow 1.3
            # tables
            1.0 | table=1,actions=output:1 | table_id | no tables
            1.3 | table=5,actions=output:1 | table_id | out of range
            1.3 | table=ALL,actions=output:1 | table_id | out of range
            1.3 | table=2,actions=goto_table:2 | instructions.goto_table | not a later table
            1.3 | table=2,actions=goto_table:1 | instructions.goto_table | not a later table
            1.3 | actions=goto_table:5 | instructions.goto_table | out of range
            1.3 | actions=goto_table:255 | instructions.goto_table | out of range
            # matches
            1.3 | oxm_8000_99=0x01,actions=output:1 | match.oxm_8000_99 | unknown field
            1.3 | oxm_1234_1=0x01,actions=output:1 | match.oxm_1234_1 | unknown field
            1.4 | oxm_8001_1=0x01,actions=output:1 | match.oxm_8001_1 | unknown field
            1.0 | oxm_ffff_1_2320=0x01,actions=output:1 | match.oxm_ffff_1 | does not have the field
            1.3 | oxm_ffff_1_2320=0x03/0x01,actions=output:1 | match.oxm_ffff_1 | outside the mask
            1.3 | oxm_nw_dst=10.0.0.1/8,ip,actions=output:1 | match.ipv4_dst | outside the mask
            1.3 | dl_type=0x0800,oxm_nw_dst=10.0.0.1/8,actions=1 | match.ipv4_dst | outside the mask
            1.3 | oxm_vlan_vid=7,actions=output:1 | match.vlan_vid | bit 0x1000
            1.3 | vlan_vid=0,oxm_vlan_pcp=1,actions=output:1 | match.vlan_pcp | another value
            1.3 | vlan_vid=7/0xfff,vlan_pcp=1,actions=output:1 | match.vlan_pcp | is missing
            1.3 | in_port=0,actions=output:1 | match.in_port | no packet
            1.0 | in_port=ALL,actions=output:1 | match.in_port | no packet
            1.3 | in_port=FLOOD,actions=output:1 | match.in_port | no packet
            1.3 | in_port=ANY,actions=output:1 | match.in_port | no packet
            1.3 | in_port=IN_PORT,actions=output:1 | match.in_port | no packet
            1.3 | in_port=1,oxm_in_phy_port=0,actions=output:2 | match.in_phy_port | no packet
            1.3 | ipv6,oxm_nw_dst=10.0.0.1,actions=output:1 | match.ipv4_dst | another value
            1.3 | ip,oxm_ipv6_dst=::1,actions=output:1 | match.ipv6_dst | another value
            1.3 | icmp,oxm_icmpv6_type=1,actions=output:1 | match.icmpv6_type | another value
            1.3 | icmp6,oxm_nd_target=::1,actions=output:1 | match.ipv6_nd_target | icmpv6_type is missing
            1.3 | icmp6,icmpv6_type=135,oxm_nd_tll=0:0:0:0:0:1,actions=1 | match.ipv6_nd_tll | another value
            1.3 | icmp6,icmpv6_type=136,oxm_nd_sll=0:0:0:0:0:1,actions=1 | match.ipv6_nd_sll | another value
            1.5 | packet_type=(1,0x800),dl_src=0:0:0:0:0:1,actions=1 | match.eth_src | excludes Ethernet
            1.5 | packet_type=(1,0x800),dl_vlan=1,actions=output:1 | match.vlan_vid | excludes Ethernet
            1.5 | packet_type=(1,0x86dd),oxm_nw_src=10.0.0.1,actions=1 | match.ipv4_src | another value
            1.0 | dl_dst=1:0:0:0:0:0/1:0:0:0:0:0,actions=1 | match.eth_dst | the mask
            1.0 | ip,nw_dst=10.0.0.1/255.0.0.255,actions=1 | match.ipv4_dst | the mask
            1.0 | vlan_vid=0x1000/0x1000,actions=1 | match.vlan_vid | the mask
            1.0 | dl_type=0x86dd,oxm_nw_proto=6,actions=1 | match.ip_proto | another value
            1.0 | arp,arp_op=256,actions=1 | match.arp_op | out of range
            # instructions
            1.0 | actions=goto_table:1 | instructions.goto_table | no instructions
            1.0 | actions=write_metadata:1 | instructions.write_metadata | no instructions
            1.0 | actions=clear_actions | instructions.clear_actions | no instructions
            1.0 | actions=write_actions(output:1) | instructions.write_actions | no instructions
            1.0 | actions=meter:1 | instructions.meter | no instructions
            1.2 | actions=meter:1 | instructions.meter | OpenFlow 1.2
            1.4 | actions=stat_trigger(flags=1,packet_count=9) | instructions.stat_trigger | OpenFlow 1.4
            1.5 | actions=stat_trigger(flags=4,packet_count=9) | instructions.stat_trigger | unknown flags
            1.3 | actions=unknown_instruction:99:00000000 | instructions.unknown | unknown type
            1.3 | actions=goto_table:1,goto_table:2 | instructions.goto_table | duplicate
            1.3 | actions=meter:1,meter:1 | instructions.meter | duplicate
            1.3 | actions=apply_actions(output:1),apply_actions(output:2) | instructions.apply_actions | duplicate
            1.3 | actions=write_metadata:3/1 | instructions.write_metadata | outside the mask
            1.3 | actions=meter:0 | instructions.meter | out of range
            1.3 | actions=meter:0xffff0001 | instructions.meter | out of range
            1.3 | actions=meter:0xffffffff | instructions.meter | out of range
            1.3 | actions=meter:2 | instructions.meter | unknown meter
            1.5 | actions=meter:1 | instructions.meter | an action instead
            # output
            1.3 | actions=output:0 | actions[0].output | invalid port
            1.3 | actions=output:ANY | actions[0].output | invalid port
            1.3 | actions=output:4294967041 | actions[0].output | invalid port
            1.3 | actions=output:1,output:TABLE | actions[1].output | only packet-outs
            1.3 | actions=write_actions(output:0) | write_actions[0].output | invalid port
            1.0 | actions=output:70000 | actions[0].output | does not have the action
            1.0 | actions=enqueue:ALL:1 | actions[0].enqueue | no queues
            1.0 | actions=enqueue:1:0xffffffff | actions[0].enqueue | not the number
            1.3 | actions=enqueue:1:2 | actions[0].enqueue | OpenFlow 1.3
            1.3 | actions=set_queue:0xffffffff,output:1 | actions[0].set_queue | not the number
            # groups and meters
            1.0 | actions=group:1 | actions[0].group | OpenFlow 1.0
            1.3 | actions=group:2 | actions[0].group | unknown group
            1.3 | actions=group:ANY | actions[0].group | out of range
            1.3 | actions=group:4294967041 | actions[0].group | out of range
            1.3 | actions=write_actions(group:2) | write_actions[0].group | unknown group
            1.3 | actions=apply_actions(meter:1) | actions[0].meter | OpenFlow 1.3
            1.5 | actions=apply_actions(meter:2) | actions[0].meter | unknown meter
            1.5 | actions=apply_actions(meter:0) | actions[0].meter | out of range
            # tags and headers
            1.0 | actions=push_vlan:0x8100 | actions[0].push_vlan | OpenFlow 1.0
            1.3 | actions=push_vlan:0x0800 | actions[0].push_vlan | wrong Ethernet type
            1.3 | actions=push_mpls:0x8100 | actions[0].push_mpls | wrong Ethernet type
            1.3 | actions=push_pbb:0x8847 | actions[0].push_pbb | wrong Ethernet type
            1.2 | actions=push_pbb:0x88e7 | actions[0].push_pbb | OpenFlow 1.2
            1.2 | dl_type=0x88e7,actions=pop_pbb | actions[0].pop_pbb | OpenFlow 1.2
            1.3 | actions=pop_vlan | actions[0].pop_vlan | can lack the header
            1.3 | vlan_vid=0,actions=pop_vlan | actions[0].pop_vlan | do not have the header
            1.3 | dl_vlan=7,actions=pop_vlan,pop_vlan | actions[1].pop_vlan | can lack the header
            1.3 | ip,actions=pop_mpls:0x0800 | actions[0].pop_mpls | do not have the header
            1.3 | actions=pop_pbb | actions[0].pop_pbb | can lack the header
            1.3 | actions=set_mpls_ttl:3 | actions[0].set_mpls_ttl | can lack the header
            1.3 | arp,actions=dec_mpls_ttl | actions[0].dec_mpls_ttl | do not have the header
            1.3 | ip,actions=copy_ttl_in | actions[0].copy_ttl_in | do not have the header
            1.3 | actions=copy_ttl_out | actions[0].copy_ttl_out | can lack the header
            1.3 | actions=dec_ttl | actions[0].dec_nw_ttl | can lack the header
            1.3 | arp,actions=mod_nw_ttl:3 | actions[0].set_nw_ttl | do not have the header
            1.0 | ip,actions=dec_ttl | actions[0].dec_nw_ttl | OpenFlow 1.0
            1.3 | actions=set_field:7->oxm_vlan_vid | actions[0].set_field | bit 0x1000
            1.3 | actions=set_vlan_vid:7 | actions[0].set_field | can lack the header
            1.3 | actions=set_vlan_pcp:7 | actions[0].set_field | can lack the header
            1.3 | vlan_vid=0,actions=set_vlan_vid:7 | actions[0].set_field | do not have the header
            1.3 | udp,actions=output:1,set_field:80->tcp_dst | actions[1].set_field | do not have the header
            1.3 | ip,actions=set_field:80->tcp_dst | actions[0].set_field | can lack the header
            1.3 | tcp,actions=push_mpls:0x8847,set_field:80->tcp_dst | actions[1].set_field | do not have the header
            1.3 | tcp,actions=push_mpls:0x8847,pop_mpls:0x0800,set_field:80->tcp_dst | actions[2].set_field | can lack
            1.3 | tcp,actions=push_pbb:0x88e7,dec_ttl | actions[1].dec_nw_ttl | do not have the header
            1.3 | tcp,actions=push_pbb:0x88e7,pop_pbb,dec_ttl | actions[2].dec_nw_ttl | can lack the header
            1.3 | actions=write_actions(set_field:80->tcp_dst) | write_actions[0].set_field | can lack the header
            1.3 | udp,actions=write_actions(set_field:80->tcp_dst) | write_actions[0].set_field | do not have the header
            1.5 | actions=write_actions(move:nw_src[]->nw_dst[]) | write_actions[0].copy_field | can lack the header
            1.3 | actions=set_field:0x01->oxm_8000_99 | actions[0].set_field | unknown field
            1.0 | actions=set_field:0x01->oxm_ffff_1_2320 | actions[0].set_field | OpenFlow 1.0
            1.5 | ip,actions=set_field:10.0.0.1/8->oxm_nw_dst | actions[0].set_field | outside the mask
            1.3 | actions=unknown:99:00000000 | actions[0].unknown | unknown type
            # copies
            1.4 | ip,actions=move:nw_src[]->nw_dst[] | actions[0].copy_field | OpenFlow 1.4
            1.5 | actions=move:nw_src[]->nw_dst[] | actions[0].copy_field | can lack the header
            1.5 | ip,actions=move:nw_src[]->in_port[] | actions[0].copy_field | cannot be set
            1.5 | ip,actions=copy_field:33:0:0:800016048000180400000000 | actions[0].copy_field | beyond the end
            1.5 | ip,actions=copy_field:16:0:17:800016048000180400000000 | actions[0].copy_field | beyond the end
            1.5 | ip,actions=copy_field:0:0:0:800016048000180400000000 | actions[0].copy_field | no bits
            1.5 | ip,actions=copy_field:8:0:0:80001604 | actions[0].copy_field | incomplete
            1.5 | ip,actions=copy_field:8:0:0:800016048000c60400000000 | actions[0].copy_field | cannot be set
            """;

    private static final String VALID_FLOWS = """
            1.0 | in_port=1,dl_vlan=7,tcp,tp_dst=80,actions=set_vlan_vid:3,mod_tp_dst:81,enqueue:2:1
            1.0 | vlan_pcp=3,actions=strip_vlan,FLOOD
            1.0 | oxm_tcp_dst=80,tcp,actions=drop
            1.0 | emerg,actions=output:1
            1.0 | actions=set_vlan_vid:3
            1.2 | vlan_vid=0x1000/0x1000,vlan_pcp=3,actions=pop_vlan,LOCAL
            1.3 | priority=0,actions=CONTROLLER
            1.3 | table=4,in_port=LOCAL,actions=NORMAL
            1.3 | in_port=CONTROLLER,actions=ALL
            1.3 | actions=push_vlan:0x8100,set_vlan_vid:7,set_vlan_pcp:1,push_vlan:0x88a8,pop_vlan,pop_vlan
            1.3 | ip,actions=push_mpls:0x8847,set_field:5->mpls_label,dec_mpls_ttl,pop_mpls:0x0800,dec_ttl
            1.3 | actions=push_pbb:0x88e7,set_field:5->pbb_isid,pop_pbb
            1.3 | tcp,actions=write_actions(set_field:80->tcp_dst,group:1),goto_table:1
            1.3 | actions=write_actions(set_field:5->mpls_label),push_mpls:0x8847
            1.3 | actions=write_actions(pop_mpls:0x0800,dec_ttl,pop_vlan)
            1.3 | actions=meter:1
            1.3 | actions=meter:1,apply_actions(output:1),clear_actions,write_metadata:1/3,goto_table:4
            1.3 | oxm_ffff_1_2320=0x01/0x03,actions=experimenter:0x2320:00000000
            1.3 | oxm_1_33=0x00000001,actions=experimenter_instruction:0x2320:00000000
            1.3 | ip,oxm_nw_dst=0.0.0.0/0,dl_dst=1:0:0:0:0:0/1:0:0:0:0:0,actions=drop
            1.4 | importance=9,reset_counts,no_byte_counts,actions=IN_PORT
            1.5 | packet_type=(1,0x800),nw_dst=10.0.0.1,actions=output:1
            1.5 | packet_type=(0,0),dl_dst=0:0:0:0:0:1,actions=output:1
            1.5 | oxm_8001_1=0x0000000000000001,actions=output:1
            1.5 | tcp,actions=move:nw_src[0..7]->nw_dst[8..15],set_field:1/1->tcp_dst,output:1
            1.5 | actions=apply_actions(meter:1,output:1),stat_trigger(flags=3,packet_count=9)
            """;

    private static final String BEYOND_THE_TABLE = """
            table=1,in_port=1,actions=output:1 | table_id | unknown table
            in_port=1,actions=goto_table:1 | instructions.goto_table | unknown table
            table=3,in_port=1,actions=goto_table:4 | instructions.goto_table | unknown table
            in_port=1,dl_vlan=7,actions=output:1 | match.vlan_vid | cannot match
            in_port=1,oxm_ffff_1_2320=0x01,actions=drop | match.oxm_ffff_1 | cannot match
            in_port=1,dl_dst=1:0:0:0:0:0/1:0:0:0:0:0,actions=drop | match.eth_dst | cannot have a mask
            in_port=1,metadata=0x100,actions=drop | match.metadata | all of the bits
            dl_dst=0:0:0:0:0:1,actions=drop | match.in_port | cannot wildcard
            in_port=1,actions=clear_actions | instructions.clear_actions | does not support
            in_port=1,actions=write_metadata:0x10 | instructions.write_metadata | all of the bits
            in_port=1,actions=pop_vlan | actions[0].pop_vlan | does not support
            in_port=1,ip,actions=output:2 | match.eth_type | cannot match
            in_port=1,actions=set_field:0:0:0:0:0:1->eth_src | actions[0].set_field | cannot be set
            in_port=1,actions=write_actions(set_queue:1) | write_actions[0].set_queue | does not support
            in_port=1,actions=write_actions(set_field:0:0:0:0:0:1->eth_dst) | write_actions[0].set_field | support
            actions=goto_table:3 | instructions.goto_table | does not support
            """;

    private static final String WITHIN_THE_TABLE = """
            in_port=1,dl_dst=0:0:0:0:0:1,actions=set_field:0:0:0:0:0:2->eth_dst,output:2
            in_port=1,metadata=1/1,actions=write_actions(output:1),write_metadata:1/1,goto_table:3
            priority=0,actions=CONTROLLER
            """;

    private static final String WARNINGS = """
            1.3 | in_port=1,actions=output:2 | ip,actions=output:3 | match | overlaps flow 0
            1.3 | ip,nw_dst=10.0.0.0/8,actions=drop | ip,nw_dst=10.1.0.0/16,actions=1 | match | overlaps flow 0
            1.3 | in_port=1,actions=output:1 | | actions[0].output | to their ingress port
            1.3 | actions=output:9 | | actions[0].output | does not have the port
            1.3 | in_port=9,actions=drop | | match.in_port | does not have the port
            1.3 | actions=write_actions(output:1,output:2) | | write_actions[1].output | replaces another action
            1.3 | actions=write_actions(output:1,group:1) | | write_actions | replaces the output
            1.3 | actions=write_actions(push_mpls:0x8847,dec_ttl) | | write_actions[1].dec_nw_ttl | no effect
            1.0 | udp,actions=set_field:1->tcp_dst | | actions[0].set_field | no effect
            1.0 | vlan_vid=0,actions=strip_vlan | | actions[0].pop_vlan | no effect
            """;

    private static final String NO_CONFLICTS = """
            priority=1,in_port=1,actions=output:2 | priority=2,in_port=1,ip,actions=output:3
            table=1,in_port=1,actions=output:2 | table=2,in_port=1,ip,actions=output:3
            in_port=1,actions=output:2 | in_port=2,ip,actions=output:3
            in_port=1,actions=output:2 | ip,actions=output:2
            tcp,tcp_dst=80,actions=output:2 | udp,udp_dst=80,in_port=1,actions=output:3
            vlan_vid=0,actions=output:2 | vlan_vid=0x1000/0x1000,vlan_pcp=3,actions=output:3
            """;

    /** Version, flow, field, part of the reason. The switch has five tables, group 1 and meter 1. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = WRONG_FLOWS)
    void refusesTheFlowAndNamesTheField(String version, String flow, String field, String reason) {
        Capabilities capabilities =
                Capabilities.of(version(version)).withTables(5).withOthers(Set.of(1L), Set.of(1L));
        requireError(check(capabilities, FlowMod.parse(flow)), field, reason);
    }

    private static Version version(String number) {
        return Version.ofNumber(number).orElseThrow();
    }

    /** Requires that one field alone has errors, and that their text is complete. */
    private static void requireError(List<Problem> problems, String field, String reason) {
        assertThat(problems)
                .filteredOn(problem -> problem.severity() == Severity.ERROR)
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem.field()).isEqualTo(field))
                .first()
                .satisfies(problem -> {
                    assertThat(problem.reason()).contains(reason);
                    assertThat(problem.valid()).isNotEmpty();
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = VALID_FLOWS)
    void acceptsTheFlow(String version, String flow) {
        Capabilities capabilities =
                Capabilities.of(version(version)).withTables(5).withOthers(Set.of(1L), Set.of(1L));
        assertThat(check(capabilities, FlowMod.parse(flow))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource
    void refusesNumbersThatDoNotFitTheirField(FlowMod flow, String field) {
        requireError(errors(Version.OF15, flow), field, "out of range");
    }

    static Stream<Arguments> refusesNumbersThatDoNotFitTheirField() {
        return Stream.of(
                argumentSet("priority 65536", FlowMod.add().priority(65536).build(), "priority"),
                argumentSet("priority -1", FlowMod.add().priority(-1).build(), "priority"),
                argumentSet(
                        "idle timeout 65536",
                        FlowMod.add().idleTimeoutSeconds(65536).build(),
                        "idle_timeout"),
                argumentSet(
                        "hard timeout -1", FlowMod.add().hardTimeoutSeconds(-1).build(), "hard_timeout"),
                argumentSet("importance 65536", FlowMod.add().importance(65536).build(), "importance"),
                argumentSet("table 256", FlowMod.add().tableId(256).build(), "table_id"),
                argumentSet("table -1", FlowMod.add().tableId(-1).build(), "table_id"),
                argumentSet("port 2^32", flowTo(new Action.Output(1L << 32)), "actions[0].output"),
                argumentSet("max_len 65536", flowTo(new Action.Output(1, 65536)), "actions[0].output"),
                argumentSet("ttl 256", flowTo(new Action.SetMplsTtl(256)), "actions[0].set_mpls_ttl"),
                argumentSet("type 65536", flowTo(new Action.PushVlan(65536)), "actions[0].push_vlan"),
                argumentSet("queue 2^32", flowTo(new Action.SetQueue(1L << 32)), "actions[0].set_queue"),
                argumentSet(
                        "goto_table 256",
                        FlowMod.add()
                                .instructions(new Instruction.GotoTable(256))
                                .build(),
                        "instructions.goto_table"));
    }

    private static FlowMod flowTo(Action... actions) {
        return FlowMod.add().actions(actions).build();
    }

    @Test
    void refusesAFlowThatIsLongerThanAMessage() {
        Action[] actions = IntStream.range(0, 5000)
                .mapToObj(_ -> new Action.Output(PortNumber.CONTROLLER))
                .toArray(Action[]::new);
        requireError(errors(Version.OF13, flowTo(actions)), "instructions", "65");
    }

    @ParameterizedTest
    @MethodSource
    void refusesTheGroupAndNamesTheField(Version version, GroupMod group, String field, String reason) {
        Capabilities capabilities =
                Capabilities.of(version).withOthers(Set.of(9L), Set.of()).withPorts(Set.of(1L, 2L));
        requireError(check(capabilities, group), field, reason);
    }

    static Stream<Arguments> refusesTheGroupAndNamesTheField() {
        Action out = new Action.Output(1);
        Bucket plain = Bucket.of(out);
        Property vendor = new UnknownProperty(99, Bytes.EMPTY);
        return Stream.of(
                group("1.0", GroupMod.of(ADD, 0, 1, plain), "group_id", "no groups"),
                group("1.3", GroupMod.of(GroupMod.Command.MODIFY, 0, 1, plain), "command", "not an entry"),
                group("1.5", GroupMod.of(GroupMod.Command.INSERT_BUCKET, 0, 1, plain), "command", "not an entry"),
                group("1.3", GroupMod.of(ADD, 0, 0xffffff01L, plain), "group_id", "out of range"),
                group("1.3", GroupMod.of(ADD, 0, -1, plain), "group_id", "out of range"),
                group("1.3", GroupMod.of(ADD, 0, 9, plain), "group_id", "another owner"),
                group("1.3", GroupMod.of(ADD, 4, 1, plain), "type", "unknown type"),
                group("1.3", GroupMod.of(ADD, 256, 1, plain), "type", "unknown type"),
                group("1.3", GroupMod.of(ADD, 2, 1), "buckets", "number of buckets"),
                group("1.3", GroupMod.of(ADD, 2, 1, plain, plain), "buckets", "number of buckets"),
                group("1.3", GroupMod.of(ADD, 3, 1, plain), "buckets[0].watch_port", "missing"),
                group("1.3", GroupMod.of(ADD, 3, 1, watching(1), plain), "buckets[1].watch_port", "missing"),
                group("1.3", GroupMod.of(ADD, 3, 1, watching(0)), "buckets[0].watch_port", "invalid port"),
                group("1.3", GroupMod.of(ADD, 3, 1, watching(PortNumber.ALL)), "buckets[0].watch_port", "invalid"),
                group("1.3", GroupMod.of(ADD, 3, 1, watchingGroup(7)), "buckets[0].watch_group", "unknown group"),
                group("1.3", GroupMod.of(ADD, 3, 1, watchingGroup(1)), "buckets[0].watch_group", "loop 1 -> 1"),
                group("1.3", GroupMod.of(ADD, 0, 1, watching(1)), "buckets[0].watch_port", "not supported"),
                group("1.3", GroupMod.of(ADD, 2, 1, watchingGroup(9)), "buckets[0].watch_group", "not supported"),
                group("1.3", GroupMod.of(ADD, 0, 1, Bucket.weighted(5, out)), "buckets[0].weight", "type all"),
                group("1.3", GroupMod.of(ADD, 2, 1, Bucket.weighted(5, out)), "buckets[0].weight", "type indirect"),
                group("1.3", GroupMod.of(ADD, 1, 1, Bucket.weighted(65536, out)), "buckets[0].weight", "range"),
                group("1.3", GroupMod.of(ADD, 0, 1, to(7)), "buckets[0].actions[0].group", "unknown group"),
                group("1.3", GroupMod.of(ADD, 0, 1, plain, to(1)), "buckets[1].actions[0].group", "loop 1 -> 1"),
                group("1.3", GroupMod.of(ADD, 0, 1, bucket(0)), "buckets[0].actions[0].output", "invalid port"),
                group(
                        "1.3",
                        GroupMod.of(ADD, 0, 1, bucket(PortNumber.TABLE)),
                        "buckets[0].actions[0].output",
                        "only packet-outs"),
                group(
                        "1.3",
                        GroupMod.of(ADD, 0, 1, Bucket.of(out, new Action.SetField(Field.IN_PORT.is(3)))),
                        "buckets[0].actions[1].set_field",
                        "cannot be set"),
                group(
                        "1.2",
                        GroupMod.of(ADD, 0, 1, Bucket.of(new Action.PopPbb())),
                        "buckets[0].actions[0].pop_pbb",
                        "OpenFlow 1.2"),
                group(
                        "1.3",
                        GroupMod.of(ADD, 0, 1, new Bucket(4, List.of(out), List.of())),
                        "buckets[0].bucket_id",
                        "before OpenFlow 1.5"),
                group(
                        "1.5",
                        GroupMod.of(ADD, 0, 1, new Bucket(0xffffff01L, List.of(out), List.of())),
                        "buckets[0].bucket_id",
                        "out of range"),
                group("1.5", GroupMod.of(ADD, 0, 1, numbered(4), numbered(4)), "buckets[1].bucket_id", "duplicate"),
                group(
                        "1.3",
                        GroupMod.of(ADD, 0, 1, new Bucket(Bucket.NO_ID, List.of(out), List.of(vendor))),
                        "buckets[0].properties",
                        "before OpenFlow 1.5"),
                group(
                        "1.5",
                        GroupMod.of(
                                ADD,
                                1,
                                1,
                                new Bucket(
                                        Bucket.NO_ID,
                                        List.of(out),
                                        List.of(new Bucket.Weight(1), new Bucket.Weight(1)))),
                        "buckets[0].properties",
                        "duplicate"),
                group(
                        "1.3",
                        new GroupMod(ADD, 0, 1, Bucket.NO_ID, List.of(plain), List.of(vendor)),
                        "properties",
                        "before OpenFlow 1.5"),
                group(
                        "1.5",
                        new GroupMod(ADD, 0, 1, GroupMod.FIRST_BUCKET, List.of(plain), List.of()),
                        "command_bucket_id",
                        "changes of buckets"),
                group(
                        "1.3",
                        new GroupMod(ADD, 0, 1, 7, List.of(plain), List.of()),
                        "command_bucket_id",
                        "changes of buckets"));
    }

    private static Arguments group(String version, GroupMod group, String field, String reason) {
        return argumentSet("%s: %s in %s".formatted(field, reason, version), version(version), group, field, reason);
    }

    private static Bucket bucket(long port) {
        return Bucket.of(new Action.Output(port));
    }

    private static Bucket numbered(long id) {
        return new Bucket(id, List.of(new Action.Output(1)), List.of());
    }

    private static Bucket watching(long port) {
        return Bucket.watching(port, new Action.Output(1));
    }

    private static Bucket watchingGroup(long groupId) {
        return new Bucket(Bucket.NO_ID, List.of(new Action.Output(1)), List.of(new Bucket.WatchGroup(groupId)));
    }

    private static Bucket to(long groupId) {
        return Bucket.of(new Action.ToGroup(groupId));
    }

    @Test
    void acceptsGroupsOfEachType() {
        Action out = new Action.Output(1);
        for (Version version : List.of(Version.OF12, Version.OF13, Version.OF14, Version.OF15)) {
            assertThat(check(
                            Capabilities.of(version),
                            GroupMod.of(ADD, GroupMod.TYPE_ALL, 1, Bucket.of(out), to(2)),
                            GroupMod.of(ADD, GroupMod.TYPE_SELECT, 2, Bucket.weighted(1, out), Bucket.weighted(2, out)),
                            GroupMod.of(ADD, GroupMod.TYPE_INDIRECT, 3, to(1)),
                            GroupMod.of(ADD, GroupMod.TYPE_FAST_FAILOVER, 4, watching(1), watchingGroup(1)),
                            GroupMod.of(ADD, GroupMod.TYPE_ALL, 5)))
                    .isEmpty();
        }
    }

    @Test
    void refusesLoopsOfGroupsAtTheReferenceThatClosesThem() {
        List<Problem> problems = check(
                Capabilities.of(Version.OF13),
                GroupMod.of(ADD, 0, 1, bucket(1), to(2)),
                GroupMod.of(ADD, 0, 2, to(3), to(4)),
                GroupMod.of(ADD, 0, 3, to(1)),
                GroupMod.of(ADD, 0, 4, bucket(1)));
        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.index()).isEqualTo(2);
            assertThat(problem.field()).isEqualTo("buckets[0].actions[0].group");
            assertThat(problem.reason()).isEqualTo("group loop 1 -> 2 -> 3 -> 1");
        });
    }

    @Test
    void findsALoopOfManyGroups() {
        GroupMod[] groups = IntStream.range(0, 20_000)
                .mapToObj(i -> GroupMod.of(ADD, 0, i, to((i + 1) % 20_000)))
                .toArray(GroupMod[]::new);
        assertThat(check(Capabilities.of(Version.OF13), groups)).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource
    void refusesTheMeterAndNamesTheField(Version version, MeterMod meter, String field, String reason) {
        Capabilities capabilities = Capabilities.of(version).withOthers(Set.of(), Set.of(9L));
        requireError(check(capabilities, meter), field, reason);
    }

    static Stream<Arguments> refusesTheMeterAndNamesTheField() {
        MeterBand drop = new MeterBand.Drop(1000, 0);
        return Stream.of(
                meter("1.0", meter(KBPS, 1, drop), "meter_id", "no meters"),
                meter("1.2", meter(KBPS, 1, drop), "meter_id", "no meters"),
                meter("1.3", new MeterMod(MeterMod.Command.DELETE, KBPS, 1, List.of(drop)), "command", "not an entry"),
                meter("1.3", meter(KBPS, 0, drop), "meter_id", "out of range"),
                meter("1.3", meter(KBPS, 0xffff0001L, drop), "meter_id", "out of range"),
                meter("1.3", meter(KBPS, MeterMod.ALL, drop), "meter_id", "out of range"),
                meter("1.3", meter(KBPS, 9, drop), "meter_id", "another owner"),
                meter("1.3", meter(KBPS | MeterMod.PACKETS_PER_SECOND, 1, drop), "flags", "two units"),
                meter("1.3", meter(KBPS | 0x10, 1, drop), "flags", "unknown flags"),
                meter("1.3", meter(KBPS, 1), "bands", "no bands"),
                meter("1.3", meter(KBPS, 1, new MeterBand.Drop(0, 0)), "bands[0].rate", "out of range"),
                meter("1.3", meter(KBPS, 1, drop, new MeterBand.Drop(1L << 32, 0)), "bands[1].rate", "out of range"),
                meter("1.3", meter(KBPS | 4, 1, new MeterBand.Drop(1, 1L << 32)), "bands[0].burst_size", "range"),
                meter("1.3", meter(KBPS, 1, new MeterBand.DscpRemark(5, 0, 0)), "bands[0].prec_level", "range"),
                meter("1.3", meter(KBPS, 1, new MeterBand.DscpRemark(5, 0, 256)), "bands[0].prec_level", "range"),
                meter("1.3", meter(KBPS, 1, new MeterBand.Unknown(7, Bytes.EMPTY)), "bands[0].type", "unknown type"));
    }

    private static Arguments meter(String version, MeterMod meter, String field, String reason) {
        return argumentSet("%s: %s in %s".formatted(field, reason, version), version(version), meter, field, reason);
    }

    private static MeterMod meter(int flags, long meterId, MeterBand... bands) {
        return new MeterMod(MeterMod.Command.ADD, flags, meterId, List.of(bands));
    }

    @Test
    void acceptsMeters() {
        assertThat(check(
                        Capabilities.of(Version.OF13),
                        meter(KBPS, 1, new MeterBand.Drop(1000, 0)),
                        meter(MeterMod.PACKETS_PER_SECOND | MeterMod.BURST, 2, new MeterBand.Drop(1000, 5)),
                        meter(KBPS, 0xfffffffeL, new MeterBand.DscpRemark(10, 0, 1), new MeterBand.Drop(20, 0))))
                .isEmpty();
    }

    /** A switch with tables 0 and 3 that tells its limits, against a flow that exceeds one. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = BEYOND_THE_TABLE)
    void refusesWhatTheTableDoesNotSupport(String flow, String field, String reason) {
        // The table-miss flow has properties of its own.
        String text = flow.startsWith("actions=goto") ? "priority=0," + flow : flow;
        requireError(check(limited(), FlowMod.parse(text)), field, reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = WITHIN_THE_TABLE)
    void acceptsWhatTheTableSupports(String flow) {
        assertThat(check(limited(), FlowMod.parse(flow))).isEmpty();
    }

    private static Capabilities limited() {
        return Capabilities.of(Version.OF13)
                .withTables(10)
                .withTableFeatures(List.of(
                        table(
                                0,
                                new TableFeatures.Instructions(0, ids(1, 2, 3, 4)),
                                new TableFeatures.Instructions(1, ids(4)),
                                new TableFeatures.Tables(2, Bytes.ofHex("03")),
                                new TableFeatures.Actions(4, ids(0)),
                                new TableFeatures.Actions(6, ids(0, 25)),
                                oxmIds(8, Oxm.header(Field.IN_PORT), Oxm.header(Field.ETH_DST), 0x80000510),
                                oxmIds(10, Oxm.header(Field.ETH_DST), 0x80000510),
                                oxmIds(12),
                                oxmIds(14, Oxm.header(Field.ETH_DST))),
                        table(3)));
    }

    private static TableFeatures table(int id, Property... properties) {
        return new TableFeatures(id, TableFeatures.Command.REPLACE, 0, "t" + id, 0x0f, 0x0f, 0, 2, List.of(properties));
    }

    private static List<TableFeatures.Id> ids(int... types) {
        return IntStream.of(types)
                .mapToObj(type -> new TableFeatures.Id(type, Bytes.EMPTY))
                .toList();
    }

    private static TableFeatures.OxmIds oxmIds(int type, int... headers) {
        byte[] ids = new byte[4 * headers.length];
        for (int i = 0; i < headers.length; i++) {
            Bytes.ofLong(headers[i], 4).copyTo(ids, 4 * i);
        }
        return new TableFeatures.OxmIds(type, Bytes.of(ids));
    }

    @Test
    void aMaskThatTheSpecificationForbidsIsValidIfTheTableSupportsIt() {
        int masked = (Oxm.header(Field.TCP_DST) & ~0xff) | 0x104;
        Capabilities capabilities = Capabilities.of(Version.OF13)
                .withTableFeatures(
                        List.of(table(0, oxmIds(8, Oxm.header(Field.ETH_TYPE), Oxm.header(Field.IP_PROTO), masked))));
        FlowMod ports = FlowMod.parse("tcp,tcp_dst=0x1000/0xf000,actions=drop");
        assertThat(check(capabilities, ports)).isEmpty();
        requireError(errors(Version.OF13, ports), "match.tcp_dst", "cannot have a mask");
    }

    @Test
    void refusesMoreFlowsThanATableHolds() {
        assertThat(check(
                        Capabilities.of(Version.OF13).withTableFeatures(List.of(table(0))),
                        FlowMod.parse("in_port=1,actions=drop"),
                        FlowMod.parse("in_port=2,actions=drop"),
                        FlowMod.parse("in_port=3,actions=drop")))
                .singleElement()
                .hasToString("flow 2: table_id=0: too many flows for the table; needs another table");
    }

    @Test
    void refusesGroupsThatTheSwitchDoesNotSupport() {
        var features = new GroupFeatures(0b0111, 0, 1, 1, 1, 0, 0b1, 0b1, 0b1, 0);
        Capabilities capabilities =
                Capabilities.of(Version.OF13).withGroupFeatures(features).withOthers(Set.of(9L), Set.of());
        requireError(check(capabilities, GroupMod.of(ADD, 3, 1, watching(1))), "type", "does not support");
        requireError(
                check(capabilities, GroupMod.of(ADD, 0, 1, Bucket.of(new Action.PopVlan()))),
                "buckets[0].actions[0].pop_vlan",
                "does not support");
        requireError(
                check(capabilities, GroupMod.of(ADD, 1, 1, watching(1))), "buckets[0].watch_port", "not supported");
        requireError(
                check(capabilities, GroupMod.of(ADD, 0, 1, bucket(1)), GroupMod.of(ADD, 0, 2, bucket(1))),
                "type",
                "too many groups");
        Capabilities chains = capabilities.withGroupFeatures(new GroupFeatures(15, 0, 9, 9, 9, 9, -1, -1, -1, -1));
        requireError(check(chains, GroupMod.of(ADD, 0, 1, to(9))), "buckets[0].actions[0].group", "cannot chain");
    }

    @Test
    void refusesMetersThatTheSwitchDoesNotSupport() {
        Capabilities capabilities =
                Capabilities.of(Version.OF15).withMeterFeatures(new MeterFeatures(1, 0b10, KBPS, 1, 0, 0));
        MeterBand drop = new MeterBand.Drop(5, 0);
        requireError(check(capabilities, meter(KBPS, 1, drop, new MeterBand.Drop(6, 0))), "bands", "too many bands");
        requireError(
                check(capabilities, meter(KBPS, 1, new MeterBand.DscpRemark(5, 0, 1))),
                "bands[0].type",
                "does not support");
        requireError(check(capabilities, meter(MeterMod.PACKETS_PER_SECOND, 1, drop)), "flags", "not support all");
        requireError(check(capabilities, meter(KBPS, 1, drop), meter(KBPS, 2, drop)), "meter_id", "too many meters");
        Capabilities metered = capabilities.withOthers(Set.of(), Set.of(1L));
        requireError(
                check(metered, FlowMod.parse("actions=write_actions(meter:1)")),
                "write_actions[0].meter",
                "no meters in action sets");
        requireError(
                check(metered, FlowMod.parse("actions=apply_actions(output:1,meter:1)")),
                "actions[1].meter",
                "at the start only");
        Capabilities anywhere = metered.withMeterFeatures(new MeterFeatures(1, 0b10, KBPS, 1, 0, 0b10));
        requireError(
                check(anywhere, FlowMod.parse("actions=apply_actions(meter:1,meter:1)")),
                "actions[1].meter",
                "one meter");
    }

    @Test
    void refusesDuplicates() {
        Capabilities capabilities = Capabilities.of(Version.OF13);
        assertThat(check(
                        capabilities,
                        FlowMod.parse("priority=5,ip,nw_dst=10.0.0.0/8,actions=output:1"),
                        FlowMod.parse("priority=5,oxm_dl_type=0x800,oxm_nw_dst=10.0.0.0/255.0.0.0,actions=output:1")))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.index()).isEqualTo(1);
                    assertThat(problem.field()).isEqualTo("match");
                    assertThat(problem.reason()).contains("flow 0 has the same table, priority and match");
                });
        requireError(
                check(capabilities, GroupMod.of(ADD, 0, 1, bucket(1)), GroupMod.of(ADD, 0, 1, bucket(2))),
                "group_id",
                "duplicate id");
        MeterBand drop = new MeterBand.Drop(5, 0);
        requireError(check(capabilities, meter(KBPS, 1, drop), meter(KBPS, 1, drop)), "meter_id", "duplicate id");
    }

    /** Warnings: two flows, or a flow and nothing; field and part of the reason. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = WARNINGS)
    void warnsOfWhatHasNoEffect(String version, String first, String second, String field, String reason) {
        FlowMod[] flows = Stream.of(first, second)
                .filter(text -> text != null)
                .map(FlowMod::parse)
                .toArray(FlowMod[]::new);
        Capabilities capabilities =
                Capabilities.of(version(version)).withPorts(Set.of(1L, 2L, 3L)).withOthers(Set.of(1L), Set.of());
        assertThat(check(capabilities, flows)).singleElement().satisfies(problem -> {
            assertThat(problem.severity()).isEqualTo(Severity.WARNING);
            assertThat(problem.field()).isEqualTo(field);
            assertThat(problem.reason()).contains(reason);
        });
    }

    @Test
    void warnsOfGroupsAndMetersThatHaveNoEffect() {
        Capabilities capabilities = Capabilities.of(Version.OF13).withPorts(Set.of(1L));
        requireWarning(check(capabilities, GroupMod.of(ADD, 3, 1, watching(7))), "buckets[0].watch_port");
        requireWarning(check(capabilities, GroupMod.of(ADD, 1, 1, bucket(1))), "buckets");
        MeterBand drop = new MeterBand.Drop(5, 0);
        requireWarning(check(capabilities, meter(KBPS, 1, drop, new MeterBand.DscpRemark(5, 0, 1))), "bands[1].rate");
        requireWarning(check(capabilities, meter(KBPS, 1, new MeterBand.Drop(5, 7))), "bands[0].burst_size");
    }

    private static void requireWarning(List<Problem> problems, String field) {
        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.severity()).isEqualTo(Severity.WARNING);
            assertThat(problem.field()).isEqualTo(field);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = NO_CONFLICTS)
    void doesNotWarnOfFlowsWithoutAConflict(String first, String second) {
        assertThat(check(Capabilities.of(Version.OF13), FlowMod.parse(first), FlowMod.parse(second)))
                .isEmpty();
    }

    @Test
    void entriesOfOneSetCanReferToEachOther() {
        var entries = new Entries(
                List.of(FlowMod.parse("actions=meter:7,group:3")),
                List.of(GroupMod.of(ADD, 0, 3, bucket(1))),
                List.of(meter(KBPS, 7, new MeterBand.Drop(5, 0))));
        assertThat(EntryChecker.check(entries, Capabilities.of(Version.OF13))).isEmpty();
    }

    @Test
    void aProblemIsPrintedWithTheEntryTheFieldTheValueAndWhatIsValid() {
        FlowMod flow = FlowMod.parse("udp,oxm_tcp_dst=80,actions=drop");
        assertThat(errors(Version.OF13, flow))
                .singleElement()
                .hasToString("flow 0: match.tcp_dst=80: ip_proto has another value;"
                        + " needs eth_type=0x0800 or 0x86dd, ip_proto=6");
    }

    @Test
    void openFlow11IsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Capabilities.of(Version.OF11))
                .withMessageContaining("1.1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Capabilities.of(Version.OF13).withTables(256))
                .withMessageContaining("1 to 255");
    }
}
