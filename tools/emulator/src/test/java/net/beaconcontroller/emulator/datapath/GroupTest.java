package net.beaconcontroller.emulator.datapath;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.GroupMod.Command;
import net.beaconcontroller.openflow.multipart.GroupDescription;
import net.beaconcontroller.openflow.multipart.GroupFeatures;
import net.beaconcontroller.openflow.multipart.GroupStats;
import net.beaconcontroller.openflow.structure.Bucket;
import net.beaconcontroller.openflow.structure.Group;
import net.beaconcontroller.switchkit.Frames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@OnAnySwitch
class GroupTest {
    private static final Bytes UDP = Frames.udp(2, 1, 10, 20);
    private static final Action TO_2 = new Action.Output(2);
    private static final Action TO_3 = new Action.Output(3);

    private static GroupMod add(int type, long groupId, Bucket... buckets) {
        return GroupMod.of(Command.ADD, type, groupId, buckets);
    }

    @Test
    void everyBucketOfAnAllGroupHasItsOwnCopy() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            var change = new Action.SetField(Field.ETH_DST.is(0x77));
            harness.controller.sendAndWait(add(GroupMod.TYPE_ALL, 1, Bucket.of(change, TO_2), Bucket.of(TO_3)));
            harness.controller.sendAndWait(FlowMod.parse("actions=group:1,output:4"));
            harness.receive(1, UDP);

            assertThat(harness.sentBy(2)).hasSize(1).doesNotContain(UDP);
            assertThat(harness.sentBy(3)).containsExactly(UDP);
            assertThat(harness.sentBy(4)).containsExactly(UDP);
        }
    }

    @Test
    void anIndirectGroupCanBeChangedForAllItsFlows() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(add(GroupMod.TYPE_INDIRECT, 1, Bucket.of(TO_2)));
            harness.controller.sendAndWait(FlowMod.parse("actions=group:1"));
            harness.controller.sendAndWait(GroupMod.of(Command.MODIFY, GroupMod.TYPE_INDIRECT, 1, Bucket.of(TO_3)));
            harness.receive(1, UDP);

            assertThat(harness.takePorts()).containsExactly(3);
        }
    }

    @Test
    void aGroupInTheActionSetReplacesTheOutput() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(add(GroupMod.TYPE_INDIRECT, 1, Bucket.of(TO_2)));
            harness.controller.sendAndWait(FlowMod.parse("actions=write_actions(output:3,group:1)"));
            harness.receive(1, UDP);

            assertThat(harness.takePorts()).containsExactly(2);
        }
    }

    @Test
    void aSelectGroupSendsAllPacketsOfAConnectionTheSameWay() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(
                    add(GroupMod.TYPE_SELECT, 1, Bucket.weighted(1, TO_2), Bucket.weighted(1, TO_3)));
            harness.controller.sendAndWait(FlowMod.parse("actions=group:1"));
            for (int i = 0; i < 10; i++) {
                harness.receive(1, UDP);
                harness.receive(4, UDP);
            }

            assertThat(harness.takePorts()).hasSize(20).containsAnyOf(2, 3).satisfies(ports -> assertThat(
                            ports.stream().distinct())
                    .hasSize(1));
        }
    }

    @Test
    @OnAnySwitch.Except("sends all packets of its dummy ports to one bucket")
    void aSelectGroupHonoursWeights() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(
                    add(GroupMod.TYPE_SELECT, 1, Bucket.weighted(3, TO_2), Bucket.weighted(1, TO_3)));
            harness.controller.sendAndWait(FlowMod.parse("actions=group:1"));
            for (int port = 1; port <= 1000; port++) {
                harness.receive(1, Frames.udp(2, 1, port, 20));
            }

            assertThat(harness.sentBy(2)).hasSizeBetween(650, 850);
            assertThat(harness.sentBy(3)).hasSizeBetween(150, 350);
        }
    }

    @Test
    @OnAnySwitch.Except("has dummy ports, whose links are always up")
    void aFastFailoverGroupSelectsTheFirstLiveBucket() throws Exception {
        try (var harness = EmulatedHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(
                    add(GroupMod.TYPE_FAST_FAILOVER, 1, Bucket.watching(2, TO_2), Bucket.watching(3, TO_3)));
            harness.controller.sendAndWait(FlowMod.parse("actions=group:1"));
            harness.receive(1, UDP);
            harness.setLink(2, false);
            harness.receive(1, UDP);
            harness.setLink(2, true);
            harness.receive(1, UDP);

            assertThat(harness.sentBy(2)).hasSize(2);
            assertThat(harness.sentBy(3)).hasSize(1);
        }
    }

    @Test
    void groupsCanBeChained() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(
                    add(GroupMod.TYPE_ALL, 1, Bucket.of(new Action.ToGroup(2)), Bucket.of(TO_3)));
            harness.controller.sendAndWait(add(GroupMod.TYPE_INDIRECT, 2, Bucket.of(TO_2)));
            harness.controller.sendAndWait(FlowMod.parse("actions=group:1"));
            harness.receive(1, UDP);

            assertThat(harness.takePorts()).containsExactly(2, 3);
        }
    }

    @Test
    void deletingAGroupDeletesTheFlowsThatUseIt() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(add(GroupMod.TYPE_INDIRECT, 1, Bucket.of(TO_2)));
            harness.controller.sendAndWait(FlowMod.add()
                    .match(Match.parse("in_port=1"))
                    .actions(new Action.ToGroup(1))
                    .flags(FlowMod.SEND_FLOW_REMOVED)
                    .build());
            harness.controller.sendAndWait(FlowMod.parse("in_port=2,actions=output:3"));
            harness.controller.send(GroupMod.of(Command.DELETE, GroupMod.TYPE_ALL, GroupNumber.ALL));

            assertThat(harness.controller.await(FlowRemoved.class).reason()).isEqualTo(Flow.REMOVED_WITH_GROUP);
            assertThat(harness.matches()).containsExactly(Match.parse("in_port=2"));
            assertThat(harness.controller
                            .request(new GroupDescription.Request())
                            .groups())
                    .isEmpty();
        }
    }

    @Test
    void reportsItsGroups() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            GroupMod mod = add(GroupMod.TYPE_ALL, 1, Bucket.of(TO_2), Bucket.of(TO_3));
            harness.controller.sendAndWait(mod);
            harness.controller.sendAndWait(FlowMod.parse("actions=group:1"));
            harness.receive(1, UDP);
            GroupStats stats = harness.controller
                    .request(new GroupStats.Request(GroupNumber.ALL))
                    .groups()
                    .getFirst();

            assertThat(stats.packets()).isEqualTo(1);
            assertThat(stats.references()).isEqualTo(1);
            assertThat(stats.buckets())
                    .containsExactly(new GroupStats.BucketCounter(1, 60), new GroupStats.BucketCounter(1, 60));
            assertThat(harness.controller
                            .request(new GroupDescription.Request())
                            .groups())
                    .containsExactly(new Group(GroupMod.TYPE_ALL, 1, mod.buckets(), List.of()));
            assertThat(harness.controller.request(new GroupFeatures.Request()).types())
                    .isEqualTo(0xf);
        }
    }

    @Test
    void refusesToAddAGroupTwice() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(add(GroupMod.TYPE_ALL, 1));

            assertThat(harness.controller.refusalOf(add(GroupMod.TYPE_ALL, 1)))
                    .isEqualTo("GROUP_MOD_FAILED/GROUP_EXISTS");
        }
    }

    @Test
    void refusesToModifyAnUnknownGroup() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            assertThat(harness.controller.refusalOf(GroupMod.of(Command.MODIFY, GroupMod.TYPE_ALL, 1)))
                    .isEqualTo("GROUP_MOD_FAILED/UNKNOWN_GROUP");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    @OnAnySwitch.Except("does not check for loops")
    void refusesAGroupLoop(long next) throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(add(GroupMod.TYPE_ALL, 2, Bucket.of(new Action.ToGroup(1))));

            assertThat(harness.controller.refusalOf(add(GroupMod.TYPE_ALL, 1, Bucket.of(new Action.ToGroup(next)))))
                    .isEqualTo("GROUP_MOD_FAILED/LOOP");
        }
    }

    @Test
    void refusesInvalidGroups() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            assertThat(harness.controller.refusalOf(add(9, 1))).isEqualTo("GROUP_MOD_FAILED/BAD_TYPE");
            assertThat(harness.controller.refusalOf(add(GroupMod.TYPE_ALL, 0xffff_ff01L)))
                    .isEqualTo("GROUP_MOD_FAILED/INVALID_GROUP");
            assertThat(harness.controller.refusalOf(add(GroupMod.TYPE_INDIRECT, 1)))
                    .isEqualTo("GROUP_MOD_FAILED/INVALID_GROUP");
            assertThat(harness.controller.refusalOf(add(GroupMod.TYPE_ALL, 1, Bucket.weighted(1, TO_2))))
                    .isEqualTo("GROUP_MOD_FAILED/INVALID_GROUP");
            assertThat(harness.controller.refusalOf(add(GroupMod.TYPE_ALL, 1, Bucket.watching(1, TO_2))))
                    .isEqualTo("GROUP_MOD_FAILED/WATCH_UNSUPPORTED");
            assertThat(harness.controller.refusalOf(add(GroupMod.TYPE_FAST_FAILOVER, 1, Bucket.of(TO_2))))
                    .isEqualTo("GROUP_MOD_FAILED/INVALID_GROUP");
        }
    }
}
