package net.beaconcontroller.openflow;

import java.util.ArrayList;
import java.util.List;

/** What a flow does with its packets, OpenFlow 1.3.5 section 7.2.4. OpenFlow 1.0 has {@link ApplyActions} alone. */
public sealed interface Instruction {

    /** Applies the actions at once, in their order. */
    record ApplyActions(List<Action> actions) implements Instruction {
        public ApplyActions {
            actions = List.copyOf(actions);
        }
    }

    /** Merges the actions into those that are applied at the end of the pipeline. */
    record WriteActions(List<Action> actions) implements Instruction {
        public WriteActions {
            actions = List.copyOf(actions);
        }
    }

    /** Empties what is applied at the end of the pipeline. */
    record ClearActions() implements Instruction {}

    /** Goes on in a later table. */
    record GotoTable(int tableId) implements Instruction {}

    /** Any other: its number, and the bytes behind its length. */
    record Other(int wireType, Bytes body) implements Instruction {}

    int GOTO_TABLE = 1;
    int WRITE_ACTIONS = 3;
    int APPLY_ACTIONS = 4;
    int CLEAR_ACTIONS = 5;

    static List<Instruction> readList(Reader in) {
        if (in.isVersion10()) {
            List<Action> actions = Action.readList(in);
            return actions.isEmpty() ? List.of() : List.of(new ApplyActions(actions));
        }
        var instructions = new ArrayList<Instruction>();
        while (in.remaining() > 0) {
            int type = in.u16("instruction type");
            int length = in.u16("instruction length");
            Reader part = in.part(length - 4, "instruction of length=" + length);
            instructions.add(read(type, part));
        }
        return instructions;
    }

    private static Instruction read(int type, Reader in) {
        return switch (type) {
            case GOTO_TABLE -> new GotoTable(in.u8("table_id"));
            case WRITE_ACTIONS -> new WriteActions(readActions(in));
            case APPLY_ACTIONS -> new ApplyActions(readActions(in));
            case CLEAR_ACTIONS -> new ClearActions();
            default -> new Other(type, in.rest("instruction body"));
        };
    }

    private static List<Action> readActions(Reader in) {
        in.skip(4, "pad");
        return Action.readList(in);
    }

    static void writeList(List<Instruction> instructions, Writer out, Version version) {
        for (Instruction instruction : instructions) {
            if (version == Version.OF10) {
                if (!(instruction instanceof ApplyActions(List<Action> actions)) || instructions.size() > 1) {
                    throw new UnsupportedByVersionException(instructions.toString(), version);
                }
                Action.writeList(actions, out, version);
            } else {
                write(instruction, out, version);
            }
        }
    }

    private static void write(Instruction instruction, Writer out, Version version) {
        int start = out.length();
        switch (instruction) {
            case GotoTable(int tableId) -> {
                begin(out, GOTO_TABLE);
                out.u8(tableId);
                out.zeros(3);
            }
            case WriteActions(List<Action> actions) -> writeActions(WRITE_ACTIONS, actions, out, version);
            case ApplyActions(List<Action> actions) -> writeActions(APPLY_ACTIONS, actions, out, version);
            case ClearActions _ -> writeActions(CLEAR_ACTIONS, List.of(), out, version);
            case Other(int type, Bytes body) -> {
                begin(out, type);
                out.bytes(body);
            }
        }
        out.setU16(start + 2, out.length() - start);
    }

    private static void writeActions(int type, List<Action> actions, Writer out, Version version) {
        begin(out, type);
        out.zeros(4);
        Action.writeList(actions, out, version);
    }

    private static void begin(Writer out, int type) {
        out.u16(type);
        out.u16(0);
    }
}
