package net.beaconcontroller.emulator.datapath;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.BundleAdd;
import net.beaconcontroller.openflow.message.BundleControl;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.multipart.GroupDescription;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@OnAnySwitch
class BundleTest {
    private static final int FLAGS = BundleControl.ATOMIC | BundleControl.ORDERED;
    private static final long ID = 7;

    private static void open(SwitchHarness harness, List<String> flows) throws Exception {
        request(harness, BundleControl.Type.OPEN_REQUEST);
        for (String flow : flows) {
            add(harness, FlowMod.parse(flow));
        }
    }

    private static void add(SwitchHarness harness, Message message) throws Exception {
        harness.controller.sendAndWait(BundleAdd.of(ID, FLAGS, message));
    }

    private static BundleControl request(SwitchHarness harness, BundleControl.Type type) throws Exception {
        return harness.controller.request(BundleControl.of(ID, type, FLAGS));
    }

    private static List<String> matches(SwitchHarness harness) throws Exception {
        return harness.matches().stream().map(Match::toString).sorted().toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"OF14", "OF15"})
    void theMessagesAreExecutedWhenTheBundleIsCommitted(Version version) throws Exception {
        try (var harness = SwitchHarness.connected(version)) {
            harness.controller.sendAndWait(FlowMod.parse("in_port=1,actions=drop"));
            open(harness, List.of("in_port=2,actions=drop", "delete in_port=1"));
            add(harness, GroupMod.parse("group_id=1,type=all,bucket=output:1"));
            add(harness, FlowMod.parse("in_port=3,actions=group:1"));
            assertThat(request(harness, BundleControl.Type.CLOSE_REQUEST).bundleType())
                    .isEqualTo(BundleControl.Type.CLOSE_REPLY);
            assertThat(matches(harness)).containsExactly("in_port=1");
            assertThat(request(harness, BundleControl.Type.COMMIT_REQUEST).bundleType())
                    .isEqualTo(BundleControl.Type.COMMIT_REPLY);
            assertThat(matches(harness)).containsExactly("in_port=2", "in_port=3");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF14", "OF15"})
    void nothingIsChangedIfAMessageCannotBeExecuted(Version version) throws Exception {
        try (var harness = SwitchHarness.connected(version)) {
            harness.controller.sendAndWait(FlowMod.parse("in_port=1,actions=output:1"));
            harness.controller.sendAndWait(GroupMod.parse("group_id=1,type=all,bucket=output:1"));
            open(harness, List.of("in_port=2,actions=drop", "modify in_port=1,actions=output:2", "delete in_port=1"));
            add(harness, GroupMod.parse("group_id=2,type=all,bucket=output:1"));
            add(harness, GroupMod.parse("group_id=1,type=all,bucket=output:1"));
            request(harness, BundleControl.Type.CLOSE_REQUEST);
            assertThat(harness.controller.refusalOf(BundleControl.of(ID, BundleControl.Type.COMMIT_REQUEST, FLAGS)))
                    .isEqualTo("BUNDLE_FAILED/MSG_FAILED");
            assertThat(harness.flows()).singleElement().asString().contains("in_port=1", "output:1");
            assertThat(harness.controller
                            .request(new GroupDescription.Request())
                            .groups())
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF14", "OF15"})
    void nothingIsChangedByABundleThatIsDiscarded(Version version) throws Exception {
        try (var harness = SwitchHarness.connected(version)) {
            open(harness, List.of("in_port=2,actions=drop"));
            assertThat(request(harness, BundleControl.Type.DISCARD_REQUEST).bundleType())
                    .isEqualTo(BundleControl.Type.DISCARD_REPLY);
            assertThat(harness.controller.refusalOf(BundleControl.of(ID, BundleControl.Type.COMMIT_REQUEST, FLAGS)))
                    .isEqualTo("BUNDLE_FAILED/BAD_ID");
            assertThat(matches(harness)).isEmpty();
        }
    }
}
