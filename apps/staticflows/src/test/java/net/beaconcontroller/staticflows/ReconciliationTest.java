package net.beaconcontroller.staticflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.multipart.GroupDescription;
import net.beaconcontroller.openflow.structure.Group;
import net.beaconcontroller.staticflows.Repair.Difference;
import net.beaconcontroller.staticflows.SwitchStatus.Refusal;
import net.beaconcontroller.staticflows.SwitchStatus.State;
import net.beaconcontroller.testkit.TestSwitch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Entries and the flows and groups of emulated switches. */
class ReconciliationTest {
    private static final String FLOW_1 = "flow one: priority=1,in_port=1,actions=output:2";
    private static final String FLOW_2 = "flow two: priority=2,in_port=2,actions=output:1";

    private static Switch sw(StaticNetwork network) {
        return network.controller.switchOf(1).orElseThrow();
    }

    private static List<Long> groups(StaticNetwork network) {
        return sw(network).request(new GroupDescription.Request()).join().groups().stream()
                .map(Group::groupId)
                .toList();
    }

    private static void awaitFlows(StaticNetwork network, int count) {
        await().untilAsserted(() -> {
            assertThat(network.flows("s1")).hasSize(count);
            assertThat(network.status(1).state()).isEqualTo(State.IN_SYNC);
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF12", "OF13", "OF14", "OF15"})
    void addsReplacesAndDeletesFlows(Version version) throws Exception {
        try (var network = StaticNetwork.start("single,2", version)) {
            network.add(FLOW_1, FLOW_2);
            awaitFlows(network, 2);
            network.put("flow one: priority=1,in_port=1,actions=drop", "flow three: in_port=2,actions=drop");
            awaitFlows(network, 3);
            assertThat(network.flows("s1")).anyMatch(flow -> flow.startsWith("1 in_port=1 []"));
            network.delete("one", "two");
            awaitFlows(network, 1);
            assertThat(network.events.types()).doesNotContain("staticflows.drift");
        }
    }

    @Test
    void anEntryIsForTheSwitchesThatItNames() throws Exception {
        try (var network = StaticNetwork.start("linear,3", Version.OF13)) {
            network.add("flow on 1,3: in_port=1,actions=drop", "flow on serial=2: in_port=1,actions=output:2");
            await().untilAsserted(() -> {
                assertThat(network.flows("s1")).hasSize(1);
                assertThat(network.flows("s2")).singleElement().asString().contains("output");
                assertThat(network.flows("s3")).hasSize(1);
            });
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF12", "OF13", "OF15"})
    void groupsComeBeforeTheFlowsThatUseThem(Version version) throws Exception {
        try (var network = StaticNetwork.start("single,2", version)) {
            sw(network)
                    .sendConfirmed(List.of(GroupMod.parse("group_id=9,bucket=output:1")))
                    .join();
            network.add(
                    "flow web: actions=group:1",
                    "group a: group_id=1,type=all,bucket=group:2,bucket=output:1",
                    "group b: group_id=2,type=all,bucket=output:2");
            awaitFlows(network, 1);
            assertThat(groups(network)).containsExactlyInAnyOrder(1L, 2L, 9L);

            network.put("group a: group_id=1,type=all,bucket=output:1");
            network.delete("b");
            await().until(() -> groups(network).equals(List.of(1L, 9L)));
            awaitFlows(network, 1);

            network.delete("web", "a");
            await().until(() -> groups(network).equals(List.of(9L)));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void whatOthersRemoveIsAddedAgainAtOnce(Version version) throws Exception {
        try (var network = StaticNetwork.start("single,2", version)) {
            network.add(FLOW_1, FLOW_2);
            awaitFlows(network, 2);
            sw(network).send(FlowMod.delete().build());
            await().until(() -> network.status(1).drift().equals(Map.of(Difference.MISSING, 2L)));
            awaitFlows(network, 2);
            assertThat(network.events.types()).contains("staticflows.drift");
        }
    }

    @Test
    void comparesPeriodically() throws Exception {
        try (var network = StaticNetwork.start("single,2", Version.OF13, Map.of("reconcile-interval", "200ms"))) {
            network.add(FLOW_1);
            awaitFlows(network, 1);
            long cookie = network.network.flows("s1").stream()
                    .filter(flow -> KeptEntry.COOKIES.contains(flow.cookie()))
                    .findFirst()
                    .orElseThrow()
                    .cookie();
            sw(network).send(FlowMod.parse("modify in_port=1,actions=output:1"));
            sw(network).send(FlowMod.add().priority(7).cookie(cookie + 1).drop().build());
            await().until(() -> network.status(1).drift().equals(Map.of(Difference.CHANGED, 1L, Difference.STALE, 1L)));
            awaitFlows(network, 1);
            assertThat(network.flows("s1")).first().asString().contains("output:2");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void aSwitchThatRebootsGetsItsEntriesAgain(Version version) throws Exception {
        try (var network = StaticNetwork.start("single,2", version)) {
            network.add(FLOW_1, FLOW_2);
            awaitFlows(network, 2);
            network.network.switchDown("s1");
            await().until(() -> network.status(1).state() == State.UNREACHABLE);
            assertThat(network.flows("s1")).isEmpty();
            network.delete("one");
            network.network.switchUp("s1");
            awaitFlows(network, 1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void anotherRunOfTheControllerRemovesWhatIsStaleAndLeavesWhatIsOfOthers(Version version) throws Exception {
        try (var network = StaticNetwork.start("single,2", version)) {
            network.add(FLOW_1, FLOW_2);
            awaitFlows(network, 2);
            sw(network)
                    .sendConfirmed(List.of(FlowMod.parse("priority=9,cookie=7,arp,actions=drop")))
                    .join();
            int stale = 1234;
            sw(network)
                    .sendConfirmed(List.of(FlowMod.add()
                            .priority(8)
                            .cookie(KeptEntry.COOKIES.cookie(stale))
                            .drop()
                            .build()))
                    .join();
            network.restart();
            awaitFlows(network, 2);
            assertThat(network.network.flows("s1")).anyMatch(flow -> flow.cookie() == 7);
        }
    }

    @Test
    void aPeerWithEverNewDatapathIdsDisplacesNoRecordOfAnotherSwitch() throws Exception {
        try (var network = StaticNetwork.start("single,2", Version.OF13)) {
            network.add(FLOW_1);
            awaitFlows(network, 1);
            network.network.switchDown("s1");
            await().until(() -> network.status(1).state() == State.UNREACHABLE);
            for (long id = 2; id < StaticFlows.MAX_RECORDS + 20; id++) {
                var sw = new TestSwitch(id, Version.OF13);
                network.application.switchEvent(new SwitchEvent.Connected(sw));
                network.application.switchEvent(new SwitchEvent.Disconnected(sw));
            }
            await().until(() -> network.application.statuses().size() == StaticFlows.MAX_RECORDS);
            assertThat(network.status(1).entries()).isEqualTo(1);
        }
    }

    @Test
    void keepsEntriesOverARestart() throws Exception {
        try (var network = StaticNetwork.start("single,2", Version.OF13)) {
            network.add(FLOW_1, "group g: group_id=1,type=all,bucket=output:1");
            network.delete("g");
            network.restart();
            assertThat(network.application.catalog().index().entries()).containsOnlyKeys("one");
            assertThat(network.application.catalog().index().claims()).hasSize(1);
        }
    }

    /** The emulated switch has no port of such a number. */
    @ParameterizedTest
    @EnumSource(names = {"OF13", "OF15"})
    void anEntryIsInTheSwitchWithoutAPortThatItRefuses(Version version) throws Exception {
        long refused = 70_000;
        try (var network = StaticNetwork.start("single,2", version, Map.of("reconcile-interval", "200ms"))) {
            PacketOut packet = PacketOut.of(Bytes.of(new byte[60]), refused);
            await().until(() -> {
                sw(network).send(packet);
                return sw(network).refusedPorts().contains(refused);
            });
            network.add(
                    "flow one: priority=1,in_port=1,actions=output:2,output:70000",
                    "group g: group_id=1,type=all,bucket=output:70000,bucket=output:1");
            // One status, as each run is "reconciling" for a moment.
            SwitchStatus status = await().until(() -> network.status(1), now -> now.state() == State.REFUSED);
            assertThat(status.refusals()).extracting(Refusal::entry).containsExactlyInAnyOrder("one", "g");
            assertThat(status.reason()).contains("refuses output to port 70000");
            assertThat(network.flows("s1")).containsExactly("1 in_port=1 [apply_actions(output:2)]");
            assertThat(groups(network)).containsExactly(1L);
            assertThat(network.events.types()).doesNotContain("staticflows.drift");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF13", "OF15"})
    void namesTheEntryThatASwitchRefuses(Version version) throws Exception {
        try (var network = StaticNetwork.start("single,2", version)) {
            // The emulated switch has no meters, which an entry that is added before it connects meets then.
            network.network.switchDown("s1");
            await().until(() -> network.controller.switches().isEmpty());
            network.add(FLOW_1, "meter m: meter=1,kbps,bands=type=drop,rate=1", FLOW_2);
            network.network.switchUp("s1");
            await().until(() -> network.status(1).state() == State.REFUSED);
            assertThat(network.status(1).refusals())
                    .extracting(SwitchStatus.Refusal::entry)
                    .containsExactly("m");
            assertThat(network.flows("s1")).hasSize(2);
            assertThat(network.events.types()).containsOnlyOnce("staticflows.refused");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF14"})
    void anEntryThatASwitchRefusesDoesNotKeepOthersAway(Version version) throws Exception {
        try (var network = StaticNetwork.start("single,2", version)) {
            // A foreign flow of another priority; the switch checks the overlap, which the controller cannot know.
            sw(network)
                    .sendConfirmed(List.of(FlowMod.parse("priority=5,in_port=1,actions=drop")))
                    .join();
            network.add(FLOW_1, "flow bad: priority=5,check_overlap,arp,actions=drop", FLOW_2);
            await().until(() -> network.status(1).state() == State.REFUSED);
            assertThat(network.status(1).reason())
                    .startsWith("bad: the switch refused it: ")
                    .contains("OVERLAP");
            assertThat(network.flows("s1")).hasSize(2);
            sw(network)
                    .sendConfirmed(List.of(FlowMod.parse("delete in_port=1")))
                    .join();
            network.put("flow bad: priority=6,check_overlap,arp,actions=drop");
            awaitFlows(network, 3);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF14", "OF15"})
    void aSetOfChangesIsOneBundle(Version version) throws Exception {
        try (var network = StaticNetwork.start("single,2", version)) {
            var lines = new ArrayList<String>();
            for (int i = 0; i < 300; i++) {
                lines.add("flow f%d: priority=%d,actions=output:1".formatted(i, i + 1));
            }
            network.add(lines.toArray(String[]::new));
            awaitFlows(network, 300);
            assertThat(sw(network).counters().sent(MessageType.BUNDLE_ADD_MESSAGE))
                    .isEqualTo(300);
            assertThat(sw(network).counters().received(MessageType.BUNDLE_CONTROL))
                    .isEqualTo(3);
        }
    }

    @Test
    void twoThousandFlowsAreReconciled() throws Exception {
        try (var network = StaticNetwork.start("single,2", Version.OF13)) {
            var lines = new ArrayList<String>();
            for (int i = 0; i < 2_000; i++) {
                lines.add("flow f%d: priority=5,ip,nw_dst=10.0.%d.%d,actions=output:1".formatted(i, i / 250, i % 250));
            }
            network.add(lines.toArray(String[]::new));
            awaitFlows(network, 2_000);
            sw(network).send(FlowMod.delete().build());
            await().until(() -> network.status(1).drift().equals(Map.of(Difference.MISSING, 2_000L)));
            awaitFlows(network, 2_000);
        }
    }

    @Test
    void aSwitchThatIsNamedAndNotConnectedIsUnreachable() throws Exception {
        try (var network = StaticNetwork.start("single,2", Version.OF13)) {
            network.add("flow on ab: actions=drop");
            assertThat(network.application.statuses()).containsOnlyKeys(1L, 0xabL);
            assertThat(network.status(0xab).state()).isEqualTo(State.UNREACHABLE);
        }
    }
}
