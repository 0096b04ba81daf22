package net.beaconcontroller.openflow.match;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import net.beaconcontroller.openflow.notation.NotationValues;

/** Prints matches in the notation of {@code ovs-ofctl}, which {@link MatchParser} reads. */
public final class MatchPrinter {
    private MatchPrinter() {}

    static String match(Match match) {
        var fields = new StringJoiner(",");
        ProtocolContext protocols = ProtocolContext.of(match);
        ProtocolContext soFar = ProtocolContext.NONE;
        boolean[] before = new boolean[Field.values().length];
        for (Oxm oxm : match.fields()) {
            Field field = oxm.field().orElse(null);
            boolean plain = field != null
                    && !before[field.ordinal()]
                    && soFar.missingFor(field) == null
                    && protocols.missingFor(field) == null;
            fields.add(oxm(oxm, plain));
            if (field != null) {
                before[field.ordinal()] = true;
                soFar = plain ? soFar.with(oxm) : soFar;
            }
        }
        return fields.toString();
    }

    /**
     * Returns a field and its value.
     *
     * @param plain whether the field is unique in the match and its prerequisites precede it, so that its plain name is
     *     unambiguous
     */
    static String oxm(Oxm oxm, boolean plain) {
        Field field = oxm.field().orElse(null);
        if (field == null) {
            return generic(oxm) + "=" + genericValue(oxm);
        }
        boolean regular = plain && OxmNotation.isRegular(field, oxm.value(), oxm.mask());
        long value = oxm.value().toLong();
        if (regular && field == Field.VLAN_VID && oxm.mask() == null && value != 0) {
            return "dl_vlan=" + (value & ~Field.VLAN_PRESENT);
        }
        String name = regular ? field.notation() : OxmNotation.AS_IS + field.notation();
        return name + "=" + OxmNotation.print(field, oxm.value(), oxm.mask());
    }

    /** Returns the generic name of a field, such as {@code oxm_8000_99}, followed by the experimenter id, if any. */
    public static String generic(Oxm oxm) {
        String name = "%s%x_%d".formatted(OxmNotation.AS_IS, oxm.oxmClass(), oxm.number());
        boolean vendor = oxm.oxmClass() == Oxm.EXPERIMENTER || oxm.experimenter() != 0;
        return vendor ? name + "_%x".formatted(oxm.experimenter()) : name;
    }

    public static String genericValue(Oxm oxm) {
        return "0x" + oxm.value() + (oxm.mask() == null ? "" : "/0x" + oxm.mask());
    }

    /** Returns the statistics in the notation of {@code ovs-ofctl}, without unknown counts. */
    public static List<String> stats(Stats stats) {
        var text = new ArrayList<String>();
        for (Oxs oxs : stats.values()) {
            long value = oxs.value().toLong();
            boolean basic = oxs.oxsClass() == Oxs.BASIC;
            if (basic && (oxs.number() == Oxs.DURATION || oxs.number() == Oxs.IDLE_TIME)) {
                text.add(oxs.name() + "=" + NotationValues.time(value >>> 32, value & 0xffffffffL));
            } else if (basic && (oxs.number() == Oxs.PACKET_COUNT || oxs.number() == Oxs.BYTE_COUNT)) {
                if (value != Stats.UNKNOWN) {
                    String name = oxs.number() == Oxs.PACKET_COUNT ? "n_packets" : "n_bytes";
                    text.add(name + "=" + Long.toUnsignedString(value));
                }
            } else {
                text.add(oxs.toString());
            }
        }
        return text;
    }
}
