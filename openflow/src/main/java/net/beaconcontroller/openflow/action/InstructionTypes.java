package net.beaconcontroller.openflow.action;

import java.util.List;
import java.util.function.Function;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.TypeRegistry;

/** The types of instructions. */
public final class InstructionTypes {
    /** OFPIT_WRITE_ACTIONS. */
    public static final int WRITE_ACTIONS = 3;

    /** OFPIT_APPLY_ACTIONS. */
    public static final int APPLY_ACTIONS = 4;

    private static final TypeRegistry<Instruction> ALL = TypeRegistry.<Instruction, Instruction.Unknown>paddedInside(
                    ErrorCode.BAD_INSTRUCTION_LEN, 4, Instruction.Unknown.class, Instruction.Unknown::visit)
            .with(1, "GOTO_TABLE", Instruction.GotoTable.class, Instruction.GotoTable::visit)
            .with(2, "WRITE_METADATA", Instruction.WriteMetadata.class, Instruction.WriteMetadata::visit)
            .with(WRITE_ACTIONS, "WRITE_ACTIONS", Instruction.WriteActions.class, Instruction.WriteActions::visit)
            .with(APPLY_ACTIONS, "APPLY_ACTIONS", Instruction.ApplyActions.class, Instruction.ApplyActions::visit)
            .with(5, "CLEAR_ACTIONS", Instruction.ClearActions.class, Instruction.ClearActions::visit)
            .with(6, "METER", Version.OF13, Instruction.ToMeter.class, Instruction.ToMeter::visit)
            .with(7, "STAT_TRIGGER", Version.OF15, Instruction.StatTrigger.class, Instruction.StatTrigger::visit)
            .with(0xffff, "EXPERIMENTER", Instruction.Experimenter.class, Instruction.Experimenter::visit)
            .withNotation();

    private InstructionTypes() {}

    /** Returns the instructions of OpenFlow 1.1 and later. */
    public static TypeRegistry<Instruction> all() {
        return ALL;
    }

    /** Visits the instructions of a flow; the list of actions in OpenFlow 1.0. */
    public static <T> List<Instruction> list(FieldVisitor<T> f, Function<? super T, List<Instruction>> get) {
        if (!f.is10()) {
            return f.list("instructions", get, ALL);
        }
        List<Action> actions = f.list("actions", flow -> only(get.apply(flow)), ActionTypes.in(f.version()));
        return actions.isEmpty() ? List.of() : List.of(new Instruction.ApplyActions(actions));
    }

    /** Returns the actions that OpenFlow 1.0 can express. */
    private static List<Action> only(List<Instruction> instructions) {
        if (instructions.isEmpty()) {
            return List.of();
        }
        if (instructions.size() == 1
                && instructions.getFirst() instanceof Instruction.ApplyActions(List<Action> actions)) {
            return actions;
        }
        throw new UnsupportedByVersionException(
                "instructions " + ActionPrinter.instructions(instructions), Version.OF10);
    }
}
