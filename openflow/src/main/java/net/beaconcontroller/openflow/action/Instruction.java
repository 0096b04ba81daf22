package net.beaconcontroller.openflow.action;

import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * What a flow does with its packets, OpenFlow 1.5.1 section 7.2.5 (OFPIT_). OpenFlow 1.0 has a list of actions in their
 * place, which is {@link ApplyActions} here.
 */
public sealed interface Instruction {

    /**
     * Applies the actions at once, in their order: OpenFlow 1.5.1 section 7.2.5 (OFPIT_APPLY_ACTIONS); the list of
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
     * Merges the actions into those that are applied at the end of the pipeline: OpenFlow 1.5.1 section 7.2.5
     * (OFPIT_WRITE_ACTIONS); from OpenFlow 1.1 on.
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
     * Empties what is applied at the end of the pipeline: OpenFlow 1.5.1 section 7.2.5 (OFPIT_CLEAR_ACTIONS); from
     * OpenFlow 1.1 on.
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
     * Goes on in a later table: OpenFlow 1.5.1 section 7.2.5 (OFPIT_GOTO_TABLE); from OpenFlow 1.1 on.
     *
     * @param tableId 0 to 254, more than that of the table that the flow is in
     */
    record GotoTable(int tableId) implements Instruction {
        static GotoTable visit(FieldVisitor<GotoTable> f) {
            int tableId = f.u8("table_id", GotoTable::tableId);
            f.pad(3);
            return new GotoTable(tableId);
        }

        @Override
        public String toString() {
            return ActionPrinter.instruction(this);
        }
    }

    /**
     * Sets bits of the metadata, which goes from table to table with the packet: OpenFlow 1.5.1 section 7.2.5
     * (OFPIT_WRITE_METADATA); from OpenFlow 1.1 on.
     *
     * @param metadata 64 bits
     * @param mask which of them are set
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
     * Hands the packets to a meter first: OpenFlow 1.3.5 section 7.2.4 (OFPIT_METER); OpenFlow 1.3 and 1.4, later
     * {@link Action.ToMeter}.
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
     * Sends the flow's statistics when they pass thresholds: OpenFlow 1.5.1 section 7.2.5 (OFPIT_STAT_TRIGGER);
     * OpenFlow 1.5.
     *
     * @param flags OFPSTF_ bits: 1 at each multiple of a threshold, 2 at the first only
     * @param thresholds how much of each statistic
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
     * Does what a vendor has defined: OpenFlow 1.5.1 section 7.2.5 (OFPIT_EXPERIMENTER); from OpenFlow 1.1 on.
     *
     * @param experimenter the vendor's 32-bit id
     * @param data up to a multiple of eight bytes, less the eight before
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
     * An instruction of a type that this library, or the version, does not know: OpenFlow 1.5.1 section 7.2.5; from
     * OpenFlow 1.1 on.
     *
     * @param type its OFPIT_ number, 16 bits
     * @param data what follows the length
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
