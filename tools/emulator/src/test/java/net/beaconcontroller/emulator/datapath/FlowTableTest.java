package net.beaconcontroller.emulator.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.multipart.AggregateStats;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.TableStats;
import net.beaconcontroller.switchkit.Frames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Forwarding of frames by the flows of a controller. */
@OnAnySwitch
class FlowTableTest {
    private static final Bytes UDP = Frames.udp(2, 1, 10, 20);
    private static final Bytes TAGGED = Frames.taggedUdp(5, 2, 1, 10, 20);
    private static final Bytes ARP = Frames.arpRequest(1, 2);

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13"})
    void forwardsAPacketByItsFlow(Version version) throws Exception {
        try (var harness = SwitchHarness.connected(version)) {
            harness.controller.sendAndWait(FlowMod.parse("in_port=1,actions=output:2,output:3"));
            harness.receive(1, UDP);

            assertThat(harness.sentBy(2)).containsExactly(UDP);
            assertThat(harness.takePorts()).containsExactly(2, 3);
        }
    }

    @Test
    void aTableMissGoesToTheControllerInOpenFlow10() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF10)) {
            harness.controller.sendAndWait(FlowMod.parse("in_port=2,actions=output:1"));
            harness.receive(1, UDP);
            PacketIn in = harness.controller.await(PacketIn.class);

            assertThat(in.reason()).isEqualTo(PacketIn.NO_MATCH);
            assertThat(in.inPort()).isEqualTo(1);
            assertThat(in.data()).isEqualTo(UDP);
        }
    }

    @Test
    void aTableMissIsDroppedFromOpenFlow13On() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("in_port=2,actions=output:1"));
            harness.receive(1, UDP);

            assertThat(harness.controller.allUntilBarrier(PacketIn.class)).isEmpty();
            assertThat(harness.takePorts()).isEmpty();
        }
    }

    @Test
    void theTableMissFlowSendsPacketInsWithReasonNoMatch() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("priority=0,cookie=7,actions=CONTROLLER:65535"));
            harness.receive(3, UDP);
            PacketIn in = harness.controller.await(PacketIn.class);

            assertThat(in).isEqualTo(new PacketIn(PacketIn.NO_BUFFER, 60, 0, 0, 7, Match.parse("in_port=3"), UDP));
        }
    }

    @Test
    void otherFlowsSendPacketInsWithReasonAction() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("priority=1,actions=CONTROLLER:65535"));
            harness.receive(3, UDP);

            assertThat(harness.controller.await(PacketIn.class).reason()).isEqualTo(1);
        }
    }

    @Test
    void theFlowOfTheHighestPriorityMatches() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("priority=10,actions=output:2"));
            harness.controller.sendAndWait(FlowMod.parse("priority=30,ip,actions=output:3"));
            harness.controller.sendAndWait(FlowMod.parse("priority=20,in_port=1,actions=output:4"));
            harness.receive(1, UDP);
            harness.receive(1, ARP);
            harness.receive(2, ARP);

            assertThat(harness.takePorts()).containsExactly(3, 4);
        }
    }

    @Test
    void ofTwoFlowsWithTheSameMatchTheOneOfTheHigherPriorityMatches() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("priority=10,ip,actions=output:2"));
            harness.controller.sendAndWait(FlowMod.parse("priority=20,ip,actions=output:3"));
            harness.receive(1, UDP);
            harness.controller.sendAndWait(FlowMod.delete()
                    .command(FlowMod.Command.DELETE_STRICT)
                    .priority(20)
                    .match(Match.parse("ip"))
                    .build());
            harness.receive(1, UDP);

            assertThat(harness.sentBy(2)).hasSize(1);
            assertThat(harness.sentBy(3)).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "in_port=1",
                "dl_dst=00:00:00:00:00:02",
                "dl_src=00:00:00:00:00:01",
                "dl_dst=00:00:00:00:00:00/ff:ff:ff:ff:ff:00",
                "ip",
                "udp",
                "ip,nw_tos=0",
                "ip,nw_ecn=0",
                "ip,nw_src=10.0.0.1",
                "ip,nw_dst=10.0.0.0/24",
                "ip,nw_dst=10.0.0.2/255.0.0.255",
                "udp,tp_src=10",
                "udp,tp_dst=20",
                "udp,tp_dst=16/0xfff0",
                "vlan_tci=0/0x1fff",
                "metadata=0"
            })
    void matchesAUdpPacket(String match) throws Exception {
        assertThat(portsFor(match, UDP)).containsExactly(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "in_port=2",
                "dl_dst=00:00:00:00:00:03",
                "arp",
                "tcp",
                "icmp",
                "ipv6",
                "ip,nw_tos=4",
                "ip,nw_ecn=1",
                "ip,nw_src=10.0.0.2",
                "ip,nw_dst=10.0.1.0/24",
                "udp,tp_src=11",
                "udp,tp_dst=21",
                "dl_vlan=5",
                "metadata=1"
            })
    void doesNotMatchAUdpPacket(String match) throws Exception {
        assertThat(portsFor(match, UDP)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'dl_vlan=5', true",
        "'dl_vlan=6', false",
        "'dl_vlan=5,dl_vlan_pcp=0', true",
        "'dl_vlan=5,dl_vlan_pcp=1', false",
        "'vlan_tci=0x1000/0x1000', true",
        "'dl_vlan=5,udp,tp_dst=20', true"
    })
    void matchesOnVlanTags(String match, boolean matches) throws Exception {
        assertThat(portsFor(match, TAGGED)).hasSize(matches ? 1 : 0);
    }

    @ParameterizedTest
    @CsvSource({
        "'arp', true",
        "'arp,arp_op=1', true",
        "'arp,arp_op=2', false",
        "'arp,arp_spa=10.0.0.1', true",
        "'arp,arp_tpa=10.0.0.0/24', true",
        "'arp,arp_tpa=10.0.0.3', false",
        "'arp,arp_sha=00:00:00:00:00:01', true",
        "'arp,arp_tha=00:00:00:00:00:00', true",
        "'arp,arp_tha=00:00:00:00:00:01', false"
    })
    void matchesOnArp(String match, boolean matches) throws Exception {
        assertThat(portsFor(match, ARP)).hasSize(matches ? 1 : 0);
    }

    private static List<Integer> portsFor(String match, Bytes frame) throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse(match + ",actions=output:2"));
            harness.receive(1, frame);
            return harness.takePorts();
        }
    }

    @Test
    void matchesOnAVlanPriorityInAllVlansInOpenFlow10() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF10)) {
            harness.controller.sendAndWait(FlowMod.parse("dl_vlan_pcp=0,actions=output:2"));
            harness.controller.sendAndWait(FlowMod.parse("priority=1,actions=drop"));
            harness.receive(1, TAGGED);
            harness.receive(1, UDP);

            assertThat(harness.sentBy(2)).containsExactly(TAGGED);
        }
    }

    /** OpenFlow 1.0 section 3.4, and Open vSwitch. */
    @Test
    void aFlowWithoutWildcardsHasTheHighestPriorityInOpenFlow10() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF10)) {
            String exact = "priority=1,udp,in_port=1,dl_src=00:00:00:00:00:01,dl_dst=00:00:00:00:00:02,dl_vlan=0xffff,"
                    + "nw_src=10.0.0.1,nw_dst=10.0.0.2,nw_tos=0,tp_src=10,tp_dst=20,actions=output:2";
            byte[] mod = Messages.encode(FlowMod.parse(exact), Version.OF10, 7);
            // No wildcards, not even that of the VLAN priority.
            Arrays.fill(mod, 8, 12, (byte) 0);
            harness.controller.sendRaw(mod);
            harness.controller.sendAndWait(FlowMod.parse("priority=60000,actions=output:3"));
            harness.receive(1, UDP);

            assertThat(harness.takePorts()).containsExactly(2);
        }
    }

    @Test
    void aPacketGoesFromTableToTable() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(
                    FlowMod.parse("table=0,in_port=1,actions=write_metadata:0x5/0xf,goto_table:3"));
            harness.controller.sendAndWait(FlowMod.parse("table=3,metadata=0x5,actions=output:2,goto_table:63"));
            harness.controller.sendAndWait(FlowMod.parse("table=63,actions=output:3"));
            harness.receive(1, UDP);

            assertThat(harness.takePorts()).containsExactly(2, 3);
        }
    }

    @Test
    void executesTheActionSetAtTheEndOfThePipeline() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("table=0,actions=write_actions(output:2),goto_table:1"));
            harness.controller.sendAndWait(FlowMod.parse("table=1,ip,actions=write_actions(output:3)"));
            harness.controller.sendAndWait(FlowMod.parse("table=1,arp,actions=clear_actions"));
            harness.receive(1, UDP);
            harness.receive(1, ARP);

            assertThat(harness.takePorts()).containsExactly(3);
        }
    }

    @Test
    @OnAnySwitch.Except("executes the action set, contrary to OpenFlow 1.3.5 section 5.4")
    void dropsATableMissInALaterTable() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("table=0,actions=write_actions(output:2),goto_table:1"));
            harness.receive(1, UDP);

            assertThat(harness.takePorts()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void countsPacketsAndBytes(Version version) throws Exception {
        try (var harness = SwitchHarness.connected(version)) {
            harness.controller.sendAndWait(FlowMod.add()
                    .cookie(9)
                    .flags(FlowMod.SEND_FLOW_REMOVED)
                    .actions(new Action.Output(2))
                    .build());
            harness.receive(1, UDP);
            harness.receive(1, UDP);
            FlowStats flow =
                    harness.controller.request(new FlowStats.Request()).flows().getFirst();

            assertThat(flow.packets()).isEqualTo(2);
            assertThat(flow.bytes()).isEqualTo(120);
            assertThat(flow.cookie()).isEqualTo(9);
            assertThat(flow.durationSeconds()).isZero();
        }
    }

    @Test
    void addingAFlowAgainReplacesItAndResetsItsCountersInOpenFlow10() throws Exception {
        assertThat(packetsAfterReplacing(Version.OF10, 0)).isZero();
    }

    @Test
    void addingAFlowAgainKeepsItsCountersFromOpenFlow12On() throws Exception {
        assertThat(packetsAfterReplacing(Version.OF13, 0)).isEqualTo(1);
        assertThat(packetsAfterReplacing(Version.OF13, FlowMod.RESET_COUNTS)).isZero();
    }

    private static long packetsAfterReplacing(Version version, int flags) throws Exception {
        try (var harness = SwitchHarness.connected(version)) {
            harness.controller.sendAndWait(FlowMod.parse("in_port=1,actions=output:2"));
            harness.receive(1, UDP);
            harness.controller.sendAndWait(
                    FlowMod.add().match(Match.parse("in_port=1")).flags(flags).build());
            List<FlowStats> flows = harness.flows();

            assertThat(flows).hasSize(1);
            assertThat(flows.getFirst().instructions()).isEmpty();
            return flows.getFirst().packets();
        }
    }

    @Test
    void refusesAnOverlappingFlowWithCheckOverlap() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("priority=7,in_port=1,actions=output:2"));
            FlowMod.Builder overlapping =
                    FlowMod.add().priority(7).match(Match.parse("ip")).flags(FlowMod.CHECK_OVERLAP);

            assertThat(harness.controller.refusalOf(overlapping.build())).isEqualTo("FLOW_MOD_FAILED/OVERLAP");
            harness.controller.sendAndWait(overlapping.priority(8).build());
            harness.controller.sendAndWait(
                    overlapping.priority(7).match(Match.parse("ip,in_port=2")).build());
        }
    }

    @Test
    void deletesTheFlowsThatTheMatchCovers() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("ip,nw_dst=10.0.1.0/24,actions=output:2"));
            harness.controller.sendAndWait(FlowMod.parse("table=5,udp,nw_dst=10.0.2.3,actions=output:2"));
            harness.controller.sendAndWait(FlowMod.parse("ip,actions=output:2"));
            harness.controller.sendAndWait(FlowMod.parse("arp,actions=output:2"));
            harness.controller.sendAndWait(
                    FlowMod.delete().match(Match.parse("ip,nw_dst=10.0.0.0/16")).build());

            assertThat(harness.matches()).containsExactlyInAnyOrder(Match.parse("ip"), Match.parse("arp"));
        }
    }

    @Test
    void deletesByPortAndCookie() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("in_port=1,cookie=0x11,actions=output:2"));
            harness.controller.sendAndWait(FlowMod.parse("in_port=2,cookie=0x12,actions=write_actions(output:2)"));
            harness.controller.sendAndWait(FlowMod.parse("in_port=3,cookie=0x21,actions=output:2"));
            harness.controller.sendAndWait(FlowMod.parse("in_port=4,cookie=0x13,actions=output:1"));
            harness.controller.sendAndWait(
                    FlowMod.delete().outPort(2).cookie(0x10).cookieMask(0xf0).build());

            assertThat(harness.matches()).containsExactlyInAnyOrder(Match.parse("in_port=3"), Match.parse("in_port=4"));
        }
    }

    @Test
    void strictDeletesSelectTheExactMatchAndPriority() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF10)) {
            harness.controller.sendAndWait(FlowMod.parse("priority=5,ip,actions=output:2"));
            harness.controller.sendAndWait(FlowMod.parse("priority=6,ip,actions=output:2"));
            harness.controller.sendAndWait(FlowMod.parse("priority=5,udp,actions=output:2"));
            harness.controller.sendAndWait(FlowMod.delete()
                    .command(FlowMod.Command.DELETE_STRICT)
                    .priority(5)
                    .match(Match.parse("ip"))
                    .build());

            assertThat(harness.flows())
                    .extracting(FlowStats::priority, FlowStats::match)
                    .containsExactlyInAnyOrder(tuple(6, Match.parse("ip")), tuple(5, Match.parse("udp")));
        }
    }

    @Test
    void aModifyChangesTheActionsOfAllCoveredFlows() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("udp,actions=output:2"));
            harness.controller.sendAndWait(change("ip,actions=output:3"));
            harness.receive(1, UDP);

            assertThat(harness.takePorts()).containsExactly(3);
        }
    }

    @Test
    void aModifyWithoutMatchingFlowsAddsOneInOpenFlow10Only() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF10)) {
            harness.controller.sendAndWait(change("ip,actions=output:3"));

            assertThat(harness.matches()).containsExactly(Match.parse("ip"));
        }
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(change("ip,actions=output:3"));

            assertThat(harness.matches()).isEmpty();
        }
    }

    private static FlowMod change(String flow) {
        FlowMod mod = FlowMod.parse(flow);
        return FlowMod.add()
                .command(FlowMod.Command.MODIFY)
                .match(mod.match())
                .instructions(mod.instructions().toArray(Instruction[]::new))
                .build();
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13"})
    void sendsFlowRemovedForADeletedFlowWithTheFlag(Version version) throws Exception {
        try (var harness = SwitchHarness.connected(version)) {
            harness.controller.sendAndWait(FlowMod.add()
                    .match(Match.parse("in_port=1"))
                    .cookie(5)
                    .priority(77)
                    .flags(FlowMod.SEND_FLOW_REMOVED)
                    .build());
            harness.receive(1, UDP);
            harness.controller.send(FlowMod.delete().build());
            FlowRemoved removed = harness.controller.await(FlowRemoved.class);

            assertThat(removed.reason()).isEqualTo(Flow.REMOVED_BY_DELETE);
            assertThat(removed.cookie()).isEqualTo(5);
            assertThat(removed.priority()).isEqualTo(77);
            assertThat(removed.packets()).isEqualTo(1);
            assertThat(removed.match()).isEqualTo(Match.parse("in_port=1"));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13"})
    void aFlowExpiresAfterItsHardTimeout(Version version) throws Exception {
        try (var harness = SwitchHarness.connected(version)) {
            long before = System.nanoTime();
            harness.controller.sendAndWait(FlowMod.add()
                    .hardTimeoutSeconds(1)
                    .flags(FlowMod.SEND_FLOW_REMOVED)
                    .build());
            FlowRemoved removed = harness.controller.await(FlowRemoved.class);

            assertThat(removed.reason()).isEqualTo(Flow.REMOVED_BY_HARD_TIMEOUT);
            // a busy machine may remove the flow late, and then the duration is the longer one
            assertThat(removed.durationSeconds())
                    .isBetween(1L, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - before));
            assertThat(harness.matches()).isEmpty();
        }
    }

    @Test
    void aFlowExpiresAfterItsIdleTimeoutWithoutPackets() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            long begin = System.nanoTime();
            harness.controller.sendAndWait(FlowMod.add()
                    .idleTimeoutSeconds(2)
                    .flags(FlowMod.SEND_FLOW_REMOVED)
                    .build());
            // On a busy machine, the switch receives the packet later, but not after the timeout.
            await().until(() -> System.nanoTime() - begin > 500_000_000);
            harness.receive(1, UDP);
            FlowRemoved removed = harness.controller.await(FlowRemoved.class);

            assertThat(removed.reason()).isEqualTo(Flow.REMOVED_BY_IDLE_TIMEOUT);
            assertThat(System.nanoTime() - begin).isGreaterThan(2_500_000_000L);
        }
    }

    @Test
    void aggregatesTheCountersOfFlows() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("in_port=1,actions=output:2"));
            harness.controller.sendAndWait(FlowMod.parse("in_port=2,actions=output:1"));
            harness.receive(1, UDP);
            harness.receive(2, UDP);
            AggregateStats sum = harness.controller.request(
                    new AggregateStats.Request(FlowMod.ALL_TABLES, PortNumber.ANY, GroupNumber.ANY, 0, 0, Match.ANY));

            assertThat(sum.stats().packets()).isEqualTo(2);
            assertThat(sum.stats().bytes()).isEqualTo(120);
            assertThat(sum.stats().flows()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource({"OF10, 1", "OF13, 64"})
    @OnAnySwitch.Except("has more tables")
    void reportsTableStatistics(Version version, int tables) throws Exception {
        try (var harness = SwitchHarness.connected(version)) {
            harness.controller.sendAndWait(FlowMod.parse("in_port=1,actions=output:2"));
            harness.receive(1, UDP);
            harness.receive(2, UDP);
            List<TableStats> stats =
                    harness.controller.request(new TableStats.Request()).tables();

            assertThat(stats).hasSize(tables);
            assertThat(stats.getFirst().active()).isEqualTo(1);
            assertThat(stats.getFirst().lookups()).isEqualTo(2);
            assertThat(stats.getFirst().matched()).isEqualTo(1);
        }
    }

    @Test
    void repliesInPartsForManyFlows() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            int count = 2000;
            for (int i = 0; i < count; i++) {
                harness.controller.send(FlowMod.parse("priority=%d,actions=output:2".formatted(i)));
            }
            harness.controller.request(new BarrierRequest());
            harness.controller.send(new FlowStats.Request());
            int told = 0;
            for (int parts = 1; told < count; parts++) {
                var envelope = harness.controller.awaitEnvelope(FlowStats.Reply.class);
                told += ((FlowStats.Reply) envelope.message()).flows().size();

                assertThat(envelope.more()).as("part %d", parts).isEqualTo(told < count);
            }
            assertThat(told).isEqualTo(count);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "output:ANY                               | BAD_ACTION/BAD_OUT_PORT",
                "push_vlan:0x0800                         | BAD_ACTION/BAD_ARGUMENT",
                "pop_vlan                                 | BAD_ACTION/MATCH_INCONSISTENT",
                "dec_ttl                                  | BAD_ACTION/MATCH_INCONSISTENT",
                "set_field:80->tcp_dst                    | BAD_ACTION/MATCH_INCONSISTENT",
                "set_field:0x1005->vlan_vid               | BAD_ACTION/MATCH_INCONSISTENT",
                "set_field:0x0800->eth_type               | BAD_ACTION/BAD_SET_ARGUMENT",
                "group:5                                  | BAD_ACTION/BAD_OUT_GROUP",
                "goto_table:0                             | BAD_INSTRUCTION/BAD_TABLE_ID",
                "meter:5                                  | METER_MOD_FAILED/INVALID_METER"
            })
    void refusesUnsupportedActions(String actions, String error) throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            assertThat(harness.controller.refusalOf(FlowMod.parse("actions=" + actions)))
                    .isEqualTo(error);
            assertThat(harness.matches()).isEmpty();
        }
    }

    @Test
    void refusesToAddAFlowToAllTables() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            assertThat(harness.controller.refusalOf(
                            FlowMod.add().tableId(FlowMod.ALL_TABLES).build()))
                    .isEqualTo("FLOW_MOD_FAILED/BAD_TABLE_ID");
        }
    }

    @ParameterizedTest
    @OnAnySwitch.Except("has more tables, and MPLS")
    @CsvSource(
            delimiter = '|',
            value = {
                "table=64,actions=drop      | BAD_REQUEST/BAD_TABLE_ID",
                "actions=goto_table:64      | BAD_INSTRUCTION/BAD_TABLE_ID",
                "actions=push_mpls:0x8847   | BAD_ACTION/BAD_TYPE"
            })
    void refusesUnsupportedRequests(String flow, String error) throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            assertThat(harness.controller.refusalOf(FlowMod.parse(flow))).isEqualTo(error);
        }
    }

    @Test
    void refusesUnknownFlags() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            assertThat(harness.controller.refusalOf(FlowMod.add().flags(0x40).build()))
                    .isEqualTo("FLOW_MOD_FAILED/BAD_FLAGS");
        }
    }

    @Test
    void refusesAnEmergencyFlow() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF10)) {
            assertThat(harness.controller.refusalOf(
                            FlowMod.add().flags(FlowMod.EMERGENCY).build()))
                    .isEqualTo("FLOW_MOD_FAILED/ALL_TABLES_FULL");
        }
    }
}
