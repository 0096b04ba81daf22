package net.beaconcontroller.openflow.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.openflow.structure.Property;
import org.jspecify.annotations.Nullable;

/**
 * The types, fields and tables that a flow table supports, for flows or for the table-miss flow, OpenFlow 1.5.1 section
 * 7.3.5 (OFPTFPT_). A result is null if the switch does not tell it.
 */
final class TableLimits {
    private static final int INSTRUCTIONS = 0;
    private static final int NEXT_TABLES = 2;
    private static final int WRITE_ACTIONS = 4;
    private static final int APPLY_ACTIONS = 6;
    private static final int MATCH = 8;
    private static final int WILDCARDS = 10;
    private static final int WRITE_SET_FIELD = 12;
    private static final int APPLY_SET_FIELD = 14;
    private static final int WRITE_COPY_FIELD = 18;
    private static final int APPLY_COPY_FIELD = 20;

    private static final int HEADER_LENGTH = 4;

    /** A field without its value: class, number and experimenter. */
    private record FieldId(int oxmClass, int number, long experimenter) {}

    /** Fields, and whether each can have a mask. */
    static final class Fields {
        private final Map<FieldId, Boolean> ids = new HashMap<>();

        private Fields(byte[] list) {
            for (int at = 0; at + HEADER_LENGTH <= list.length; ) {
                int header = ByteAccess.getInt(list, at);
                at += HEADER_LENGTH;
                boolean vendor = header >>> 16 == Oxm.EXPERIMENTER && at + Integer.BYTES <= list.length;
                long experimenter = vendor ? ByteAccess.getUnsignedInt(list, at) : 0;
                at += vendor ? Integer.BYTES : 0;
                boolean maskable = (header >> 8 & 1) != 0;
                ids.merge(new FieldId(header >>> 16, header >> 9 & 0x7f, experimenter), maskable, Boolean::logicalOr);
            }
        }

        private static FieldId idOf(Oxm oxm) {
            return new FieldId(oxm.oxmClass(), oxm.number(), oxm.experimenter());
        }

        boolean has(Oxm oxm) {
            return ids.containsKey(idOf(oxm));
        }

        boolean has(Field field) {
            return ids.containsKey(new FieldId(Oxm.BASIC, field.number(), 0));
        }

        boolean isMaskable(Oxm oxm) {
            return ids.getOrDefault(idOf(oxm), false);
        }
    }

    private final TableFeatures features;
    private final boolean tableMiss;

    TableLimits(TableFeatures features, boolean tableMiss) {
        this.features = features;
        this.tableMiss = tableMiss;
    }

    TableFeatures features() {
        return features;
    }

    /** Returns the types of instructions. */
    @Nullable
    Set<Integer> instructions() {
        return find(INSTRUCTIONS) instanceof TableFeatures.Instructions(int _, var ids) ? types(ids) : null;
    }

    @Nullable
    Set<Integer> nextTables() {
        if (!(find(NEXT_TABLES) instanceof TableFeatures.Tables(int _, var tableIds))) {
            return null;
        }
        var tables = new LinkedHashSet<Integer>();
        for (int i = 0; i < tableIds.length(); i++) {
            tables.add(tableIds.at(i));
        }
        return tables;
    }

    /** Returns the types of actions in apply-actions or write-actions. */
    @Nullable
    Set<Integer> actions(boolean applied) {
        return find(applied ? APPLY_ACTIONS : WRITE_ACTIONS) instanceof TableFeatures.Actions(int _, var ids)
                ? types(ids)
                : null;
    }

    @Nullable
    Fields match() {
        return fields(MATCH);
    }

    /** Returns the fields that a match may lack. */
    @Nullable
    Fields wildcards() {
        return fields(WILDCARDS);
    }

    @Nullable
    Fields setFields(boolean applied) {
        return fields(applied ? APPLY_SET_FIELD : WRITE_SET_FIELD);
    }

    @Nullable
    Fields copyFields(boolean applied) {
        return fields(applied ? APPLY_COPY_FIELD : WRITE_COPY_FIELD);
    }

    private @Nullable Fields fields(int type) {
        return find(type) instanceof TableFeatures.OxmIds(int _, var ids) ? new Fields(ids.toArray()) : null;
    }

    private static Set<Integer> types(List<TableFeatures.Id> ids) {
        var types = new HashSet<Integer>();
        ids.forEach(id -> types.add(id.type()));
        return types;
    }

    /** Returns the property for the table-miss flow, which is that of other flows if the switch omits it. */
    private @Nullable Property find(int type) {
        Property miss = tableMiss ? ofType(type + 1) : null;
        return miss == null ? ofType(type) : miss;
    }

    private @Nullable Property ofType(int wanted) {
        for (Property property : features.properties()) {
            int type =
                    switch (property) {
                        case TableFeatures.Instructions(int number, var _) -> number;
                        case TableFeatures.Tables(int number, var _) -> number;
                        case TableFeatures.Actions(int number, var _) -> number;
                        case TableFeatures.OxmIds(int number, var _) -> number;
                        default -> -1;
                    };
            if (type == wanted) {
                return property;
            }
        }
        return null;
    }
}
