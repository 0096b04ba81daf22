package net.beaconcontroller.openflow.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.match.Match;
import org.junit.jupiter.api.Test;

class FlowModTest {

    @Test
    void addHasDefaults() {
        assertThat(FlowMod.add().build())
                .isEqualTo(new FlowMod(
                        FlowMod.Command.ADD,
                        0,
                        0,
                        0,
                        0,
                        0,
                        FlowMod.DEFAULT_PRIORITY,
                        PacketIn.NO_BUFFER,
                        PortNumber.ANY,
                        GroupNumber.ANY,
                        0,
                        0,
                        Match.ANY,
                        List.of()));
    }

    @Test
    void deleteAppliesToAllTables() {
        FlowMod flow = FlowMod.delete().build();
        assertThat(flow.command()).isEqualTo(FlowMod.Command.DELETE);
        assertThat(flow.tableId()).isEqualTo(FlowMod.ALL_TABLES);
    }

    @Test
    void hasTheValuesOfTheBuilder() {
        FlowMod flow = FlowMod.add()
                .tableId(1)
                .cookie(2)
                .idleTimeoutSeconds(3)
                .hardTimeoutSeconds(4)
                .priority(5)
                .bufferId(6)
                .outPort(7)
                .flags(8)
                .match(Samples.TCP)
                .instructions(new Instruction.GotoTable(9))
                .build();
        assertThat(flow)
                .isEqualTo(new FlowMod(
                        FlowMod.Command.ADD,
                        1,
                        2,
                        0,
                        3,
                        4,
                        5,
                        6,
                        7,
                        GroupNumber.ANY,
                        8,
                        0,
                        Samples.TCP,
                        List.of(new Instruction.GotoTable(9))));
    }

    @Test
    void actionsBecomeAnApplyActionsInstruction() {
        FlowMod flow = FlowMod.add()
                .actions(new Action.Output(1), new Action.PopVlan())
                .build();
        assertThat(flow.instructions())
                .containsExactly(new Instruction.ApplyActions(List.of(new Action.Output(1), new Action.PopVlan())));
    }

    @Test
    void hasNoInstructionsWithoutActions() {
        assertThat(FlowMod.add().actions().build().instructions()).isEmpty();
    }

    @Test
    void copiesTheListOfActions() {
        var actions = new ArrayList<Action>(List.of(new Action.Output(1)));
        var apply = new Instruction.ApplyActions(actions);
        actions.add(new Action.Output(2));
        assertThat(apply.actions()).containsExactly(new Action.Output(1));
    }
}
