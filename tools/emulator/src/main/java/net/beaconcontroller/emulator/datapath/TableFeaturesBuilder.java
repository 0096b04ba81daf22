package net.beaconcontroller.emulator.datapath;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.openflow.multipart.TableStats;

/**
 * The features of the flow tables, OpenFlow 1.3.5 section 7.3.5.5 and 1.0 section 5.3.5. All tables have the same
 * features.
 */
final class TableFeaturesBuilder {
    /** OFPAT_ numbers: output, push and pop VLAN, set queue, group, set and decrement TTL, set field. */
    private static final int[] ACTION_TYPES = {0, 17, 18, 21, 22, 23, 24, 25};

    /** The action types as a bitmap. */
    static final long ACTIONS =
            Arrays.stream(ACTION_TYPES).mapToLong(type -> 1L << type).reduce(0, (all, bit) -> all | bit);

    /** OFPIT_ numbers: goto, write metadata, write, apply and clear actions. */
    private static final int[] INSTRUCTION_TYPES = {1, 2, 3, 4, 5};

    private static final long INSTRUCTIONS = 0b11_1110;

    /** OFPFW_ALL. */
    static final long ALL_WILDCARDS_10 = (1 << 22) - 1;

    private static final Predicate<Field> MATCHED = field -> HeaderFields.placeOf(field) != null;
    private static final Predicate<Field> SET = MATCHED.and(ActionValidator::isWritable);

    private TableFeaturesBuilder() {}

    private static String name(int table) {
        return "table" + table;
    }

    static TableStats.Abilities abilities(int table, Version version) {
        if (version == Version.OF10) {
            return new TableStats.Abilities(
                    name(table), 0, ALL_WILDCARDS_10, 0, 0, 0, 0, 0, 0, 0, 0, Datapath.MAX_FLOWS);
        }
        long matched = bits(MATCHED);
        long set = bits(SET);
        return new TableStats.Abilities(
                name(table), matched, matched, ACTIONS, ACTIONS, set, set, -1, -1, INSTRUCTIONS, 0, Datapath.MAX_FLOWS);
    }

    private static long bits(Predicate<Field> which) {
        return Arrays.stream(Field.values())
                .filter(which)
                .mapToLong(field -> 1L << field.number())
                .reduce(0, (all, bit) -> all | bit);
    }

    static TableFeatures features(int table) {
        byte[] next = new byte[Datapath.TABLES - table - 1];
        for (int i = 0; i < next.length; i++) {
            next[i] = (byte) (table + 1 + i);
        }
        Bytes matched = headers(MATCHED);
        Bytes set = headers(SET);
        return new TableFeatures(
                table,
                TableFeatures.Command.REPLACE,
                0,
                name(table),
                -1,
                -1,
                0,
                Datapath.MAX_FLOWS,
                List.of(
                        new TableFeatures.Instructions(0, ids(INSTRUCTION_TYPES)),
                        new TableFeatures.Tables(2, Bytes.of(next)),
                        new TableFeatures.Actions(4, ids(ACTION_TYPES)),
                        new TableFeatures.Actions(6, ids(ACTION_TYPES)),
                        new TableFeatures.OxmIds(8, matched),
                        new TableFeatures.OxmIds(10, matched),
                        new TableFeatures.OxmIds(12, set),
                        new TableFeatures.OxmIds(14, set)));
    }

    private static List<TableFeatures.Id> ids(int[] types) {
        return IntStream.of(types)
                .mapToObj(type -> new TableFeatures.Id(type, Bytes.EMPTY))
                .toList();
    }

    /** Returns the OXM headers of the selected fields, without masks. */
    private static Bytes headers(Predicate<Field> which) {
        List<Field> fields = Arrays.stream(Field.values()).filter(which).toList();
        var headers = ByteBuffer.allocate(Integer.BYTES * fields.size());
        fields.forEach(field -> headers.putInt(Oxm.BASIC << 16 | field.number() << 9 | field.length()));
        return Bytes.of(headers.array());
    }
}
