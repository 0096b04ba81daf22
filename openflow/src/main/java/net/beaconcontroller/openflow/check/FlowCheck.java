package net.beaconcontroller.openflow.check;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.action.InstructionTypes;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.wire.FieldWriter;
import org.jspecify.annotations.Nullable;

/** Checks a flow by itself. */
final class FlowCheck {
    private static final int MAX_U16 = 0xffff;
    private static final int FLAGS_10 = FlowMod.SEND_FLOW_REMOVED | FlowMod.CHECK_OVERLAP | FlowMod.EMERGENCY;
    private static final int FLAGS_12 = FlowMod.SEND_FLOW_REMOVED | FlowMod.CHECK_OVERLAP | FlowMod.RESET_COUNTS;
    private static final int FLAGS_13 = FLAGS_12 | FlowMod.NO_PACKET_COUNTS | FlowMod.NO_BYTE_COUNTS;

    /** OFPSTF_ bits of {@link Instruction.StatTrigger#flags}. */
    private static final long STAT_TRIGGER_FLAGS = 3;

    private final FlowMod flow;
    private final Capabilities capabilities;
    private final Version version;
    private final ActionCheck actions;
    private final Report report;
    private @Nullable TableLimits table;

    FlowCheck(FlowMod flow, Capabilities capabilities, ActionCheck.Targets targets, Report report) {
        this.flow = flow;
        this.capabilities = capabilities;
        this.version = capabilities.version();
        this.actions = new ActionCheck(capabilities, targets, report);
        this.report = report;
    }

    void check() {
        checkNumbers();
        checkCommand();
        if (isTable()) {
            boolean tableMiss = flow.priority() == 0 && flow.match().fields().isEmpty();
            table = capabilities
                    .featuresOf(flow.tableId())
                    .map(features -> new TableLimits(features, tableMiss))
                    .orElse(null);
        }
        Headers headers = new MatchCheck(capabilities, report, table).check(flow.match());
        checkInstructions(headers);
    }

    private void checkNumbers() {
        report.requireRange("priority", flow.priority(), 0, MAX_U16);
        boolean idleFits = report.requireRange("idle_timeout", flow.idleTimeout(), 0, MAX_U16);
        boolean hardFits = report.requireRange("hard_timeout", flow.hardTimeout(), 0, MAX_U16);
        boolean isEmergency = (flow.flags() & FlowMod.EMERGENCY) != 0;
        if (idleFits && hardFits && isEmergency && (flow.idleTimeout() | flow.hardTimeout()) != 0) {
            String field = flow.idleTimeout() != 0 ? "idle_timeout" : "hard_timeout";
            report.error(field, flow.idleTimeout() | flow.hardTimeout(), "an emergency flow does not expire", "0");
        }
        if (version.isAtLeast(Version.OF14)) {
            report.requireRange("importance", flow.importance(), 0, MAX_U16);
        } else if (flow.importance() != 0) {
            report.error("importance", flow.importance(), "OpenFlow %s does not have it".formatted(version), "0");
        }
        int known = version == Version.OF10 ? FLAGS_10 : version.isAtLeast(Version.OF13) ? FLAGS_13 : FLAGS_12;
        if ((flow.flags() & ~known) != 0) {
            report.error(
                    "flags",
                    "0x%x".formatted(flow.flags()),
                    "OpenFlow %s does not have all of them".formatted(version),
                    "bits of 0x%x".formatted(known));
        }
    }

    private void checkCommand() {
        if (flow.command() != FlowMod.Command.ADD) {
            report.error("command", flow.command(), "not an entry", "ADD");
        }
        if (flow.cookieMask() != 0) {
            report.error("cookie_mask", "0x%x".formatted(flow.cookieMask()), "for changes and deletes only", "0");
        }
        if (flow.bufferId() != PacketIn.NO_BUFFER) {
            report.error("buffer_id", "0x%x".formatted(flow.bufferId()), "refers to a packet", "no buffer");
        }
        if (flow.outPort() != PortNumber.ANY) {
            report.error("out_port", PortNumber.toString(flow.outPort()), "for deletes only", "ANY");
        }
        if (flow.outGroup() != GroupNumber.ANY) {
            report.error("out_group", GroupNumber.toString(flow.outGroup()), "for deletes only", "ANY");
        }
    }

    private boolean isTable() {
        if (version == Version.OF10) {
            if (flow.tableId() != 0) {
                report.error("table_id", flow.tableId(), "OpenFlow 1.0 has no tables", "0");
            }
            return false;
        }
        return report.requireRange("table_id", flow.tableId(), 0, capabilities.tables() - 1)
                && hasTable("table_id", flow.tableId());
    }

    /** Reports a table that is not among those of which the switch has told the features. */
    private boolean hasTable(String field, int tableId) {
        boolean exists = capabilities.tableFeatures().isEmpty()
                || capabilities.featuresOf(tableId).isPresent();
        if (!exists) {
            report.error(field, tableId, "unknown table", "a table of the switch");
        }
        return exists;
    }

    private void checkInstructions(Headers headers) {
        var seen = new HashSet<String>();
        for (Instruction instruction : inExecutionOrder(flow.instructions())) {
            String name = InstructionTypes.all().nameOf(instruction).orElse("unknown");
            String path = "instructions." + name;
            if (instruction instanceof Instruction.Experimenter ? !seen.add(instruction.toString()) : !seen.add(name)) {
                report.error(path, instruction, "duplicate instruction", "one instruction of each type");
            } else if (isKnown(path, instruction)) {
                check(path, instruction, headers);
            }
        }
    }

    /** Returns the instructions with those first that change the packets for the others. */
    private static List<Instruction> inExecutionOrder(List<Instruction> instructions) {
        return instructions.stream()
                .sorted(Comparator.comparing(instruction -> !(instruction instanceof Instruction.ApplyActions)))
                .toList();
    }

    /** Checks whether the version and the table have the instruction, and whether its numbers fit their fields. */
    private boolean isKnown(String path, Instruction instruction) {
        boolean applies = instruction instanceof Instruction.ApplyActions;
        if (instruction instanceof Instruction.Unknown) {
            report.error(path, instruction, "unknown type", "an instruction of the specification or of a vendor");
            return false;
        }
        if (version == Version.OF10) {
            if (!applies) {
                report.error(path, instruction, "OpenFlow 1.0 has no instructions", "actions");
            }
            return applies;
        }
        var out = new Writer(64);
        try {
            // The actions are checked one by one.
            Instruction alone = applies ? new Instruction.ApplyActions(List.of()) : withoutActions(instruction);
            new FieldWriter<>(alone, out, version).typed(InstructionTypes.all());
        } catch (UnsupportedByVersionException e) {
            report.error(
                    path,
                    instruction,
                    "OpenFlow %s does not have the instruction".formatted(version),
                    "an instruction of the version");
            return false;
        } catch (IllegalArgumentException e) {
            report.error(path, instruction, "out of range", String.valueOf(e.getMessage()));
            return false;
        }
        if (version == Version.OF15 && instruction instanceof Instruction.ToMeter(long meterId)) {
            report.error(
                    path,
                    instruction,
                    "OpenFlow 1.5 has an action instead of the instruction",
                    "apply_actions(meter:%d)".formatted(meterId));
            return false;
        }
        Set<Integer> supported = table == null ? null : table.instructions();
        if (supported != null && !supported.contains(ByteAccess.getUnsignedShort(out.array(), 0))) {
            report.error(
                    path,
                    instruction,
                    "table %d does not support the instruction".formatted(flow.tableId()),
                    "another instruction");
            return false;
        }
        return true;
    }

    private static Instruction withoutActions(Instruction instruction) {
        return instruction instanceof Instruction.WriteActions ? new Instruction.WriteActions(List.of()) : instruction;
    }

    private void check(String path, Instruction instruction, Headers headers) {
        switch (instruction) {
            case Instruction.ApplyActions(List<Action> applied) ->
                actions.applied("actions", applied, headers, flow.match().inPort(), table);
            case Instruction.WriteActions(List<Action> written) ->
                actions.written("write_actions", written, headers, table);
            case Instruction.GotoTable(int next) -> gotoTable(path, next);
            case Instruction.WriteMetadata(long metadata, long mask) -> writeMetadata(path, metadata, mask);
            case Instruction.ToMeter(long meterId) -> actions.meter(path, meterId, meterId);
            case Instruction.StatTrigger(long flags, var _) -> {
                if ((flags & ~STAT_TRIGGER_FLAGS) != 0) {
                    report.error(path, instruction, "unknown flags", "bits of 0x%x".formatted(STAT_TRIGGER_FLAGS));
                }
            }
            case Instruction.ClearActions _, Instruction.Experimenter _, Instruction.Unknown _ -> {}
        }
    }

    private void gotoTable(String path, int next) {
        Set<Integer> supported = table == null ? null : table.nextTables();
        if (next <= flow.tableId()) {
            report.error(path, next, "not a later table", "a table after %d".formatted(flow.tableId()));
        } else if (report.requireRange(path, next, 0, capabilities.tables() - 1) && hasTable(path, next)) {
            if (supported != null && !supported.contains(next)) {
                report.error(
                        path,
                        next,
                        "table %d cannot go to it".formatted(flow.tableId()),
                        supported.isEmpty() ? "no goto_table" : "one of " + supported);
            }
        }
    }

    private void writeMetadata(String path, long metadata, long mask) {
        String value = "0x%x/0x%x".formatted(metadata, mask);
        if ((metadata & ~mask) != 0) {
            report.error(path, value, "the value has bits outside the mask", "zeros outside the mask");
        }
        long writable = table == null ? -1 : table.features().metadataWrite();
        if ((mask & ~writable) != 0) {
            report.error(
                    path,
                    value,
                    "table %d cannot write all of the bits".formatted(flow.tableId()),
                    "bits of 0x%x".formatted(writable));
        }
    }
}
