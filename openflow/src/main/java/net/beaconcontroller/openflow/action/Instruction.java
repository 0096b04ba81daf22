package net.beaconcontroller.openflow.action;

import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * An instruction of a flow, OpenFlow 1.5.1 section 7.2.5 (OFPIT_). The list of actions of OpenFlow 1.0 is translated to
 * {@link ApplyActions}.
 */
public sealed interface Instruction {
    /**
     * Returns instructions in the form of a version: OpenFlow 1.5 has {@link Action.ToMeter} instead of {@link
     * ToMeter}. The action is the first one that is applied, because the instruction precedes all others (OpenFlow
     * 1.3.5 section 5.9).
     */
    static List<Instruction> inForm(List<Instruction> instructions, Version version) {
        if (version != Version.OF15 || instructions.stream().noneMatch(ToMeter.class::isInstance)) {
            return instructions;
        }
        var actions = new ArrayList<Action>();
        var others = new ArrayList<Instruction>();
        for (Instruction instruction : instructions) {
            if (instruction instanceof ToMeter(long meterId)) {
                actions.add(new Action.ToMeter(meterId));
            } else {
                others.add(instruction);
            }
        }
        for (int i = 0; i < others.size(); i++) {
            if (others.get(i) instanceof ApplyActions(List<Action> applied)) {
                actions.addAll(applied);
                others.set(i, new ApplyActions(actions));
                return others;
            }
        }
        others.addFirst(new ApplyActions(actions));
        return others;
    }

    /**
     * Applies the actions immediately, in their order, OpenFlow 1.5.1 section 7.2.5 (OFPIT_APPLY_ACTIONS); the list of
     * actions in OpenFlow 1.0.
     */
    record ApplyActions(List<Action> actions) implements Instruction {
        public ApplyActions {
            actions = List.copyOf(actions);
        }

        static ApplyActions visit(FieldVisitor<ApplyActions> f) {
            f.pad(4);
            return new ApplyActions(f.list("actions", ApplyActions::actions, ActionTypes.in(f.version())));
        }

        @Override
        public String toString() {
            return ActionPrinter.instruction(this);
        }
    }

    /**
     * Merges the actions into the action set of the packet, OpenFlow 1.5.1 section 7.2.5 (OFPIT_WRITE_ACTIONS);
     * OpenFlow 1.1 and later.
     */
    record WriteActions(List<Action> actions) implements Instruction {
        public WriteActions {
            actions = List.copyOf(actions);
        }

        static WriteActions visit(FieldVisitor<WriteActions> f) {
            f.pad(4);
            return new WriteActions(f.list("actions", WriteActions::actions, ActionTypes.in(f.version())));
        }

        @Override
        public String toString() {
            return ActionPrinter.instruction(this);
        }
    }

    /**
     * Clears the action set of the packet, OpenFlow 1.5.1 section 7.2.5 (OFPIT_CLEAR_ACTIONS); OpenFlow 1.1 and later.
     */
    record ClearActions() implements Instruction {
        static ClearActions visit(FieldVisitor<ClearActions> f) {
            f.pad(4);
            return new ClearActions();
        }

        @Override
        public String toString() {
            return ActionPrinter.instruction(this);
        }
    }

    /**
     * Continues in a later flow table, OpenFlow 1.5.1 section 7.2.5 (OFPIT_GOTO_TABLE); OpenFlow 1.1 and later.
     *
     * @param tableId 0 to 254, greater than the table of the flow
     */
    record GotoTable(int tableId) implements Instruction {
        static GotoTable visit(FieldVisitor<GotoTable> f) {
            return new GotoTable(f.padAfter(f.u8("table_id", GotoTable::tableId), 3));
        }

        @Override
        public String toString() {
            return ActionPrinter.instruction(this);
        }
    }

    /**
     * Writes bits of the metadata, which later tables can match, OpenFlow 1.5.1 section 7.2.5 (OFPIT_WRITE_METADATA);
     * OpenFlow 1.1 and later.
     *
     * @param metadata 64 bits
     * @param mask the bits to write
     */
    record WriteMetadata(long metadata, long mask) implements Instruction {
        static WriteMetadata visit(FieldVisitor<WriteMetadata> f) {
            f.pad(4);
            return new WriteMetadata(
                    f.as(Names.HEX).u64("metadata", WriteMetadata::metadata),
                    f.as(Names.HEX).u64("metadata_mask", WriteMetadata::mask));
        }

        @Override
        public String toString() {
            return ActionPrinter.instruction(this);
        }
    }

    /**
     * Directs the packet to a meter, OpenFlow 1.3.5 section 7.2.4 (OFPIT_METER); OpenFlow 1.3 and 1.4, {@link
     * Action.ToMeter} later, see {@link #inForm}.
     *
     * @param meterId 1 to 0xffff0000
     */
    record ToMeter(long meterId) implements Instruction {
        static ToMeter visit(FieldVisitor<ToMeter> f) {
            return new ToMeter(f.u32("meter_id", ToMeter::meterId));
        }

        @Override
        public String toString() {
            return ActionPrinter.instruction(this);
        }
    }

    /**
     * Notifies the controller when statistics of the flow reach thresholds, OpenFlow 1.5.1 section 7.2.5
     * (OFPIT_STAT_TRIGGER); OpenFlow 1.5.
     *
     * @param flags OFPSTF_ bits: 1 at each multiple of a threshold, 2 at the first threshold only
     * @param thresholds the thresholds
     */
    record StatTrigger(long flags, Stats thresholds) implements Instruction {
        static StatTrigger visit(FieldVisitor<StatTrigger> f) {
            return new StatTrigger(
                    f.as(Names.HEX).u32("flags", StatTrigger::flags), Stats.visit(f, StatTrigger::thresholds));
        }

        @Override
        public String toString() {
            return ActionPrinter.instruction(this);
        }
    }

    /**
     * An instruction of a vendor, OpenFlow 1.5.1 section 7.2.5 (OFPIT_EXPERIMENTER); OpenFlow 1.1 and later.
     *
     * @param experimenter the 32-bit experimenter id
     * @param data a multiple of eight bytes, including the padding
     */
    record Experimenter(long experimenter, Bytes data) implements Instruction {
        static Experimenter visit(FieldVisitor<Experimenter> f) {
            return new Experimenter(
                    f.as(Names.HEX).u32("experimenter", Experimenter::experimenter),
                    f.rest("data", Experimenter::data));
        }

        @Override
        public String toString() {
            return ActionPrinter.instruction(this);
        }
    }

    /**
     * An instruction of a type that is unknown in its version, OpenFlow 1.5.1 section 7.2.5; OpenFlow 1.1 and later.
     *
     * @param type the OFPIT_ number, 16 bits
     * @param data the bytes after the length
     */
    record Unknown(int type, Bytes data) implements Instruction {
        static Unknown visit(FieldVisitor<Unknown> f) {
            return new Unknown(f.type(Unknown::type), f.rest("data", Unknown::data));
        }

        @Override
        public String toString() {
            return ActionPrinter.instruction(this);
        }
    }
}
