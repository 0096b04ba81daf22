package net.beaconcontroller.openflow.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import org.jspecify.annotations.Nullable;

/**
 * A match in canonical form, to compare matches that were written or encoded differently. The order of fields is not
 * significant, bits outside a mask are zero, a mask of all ones is omitted, and a field with a mask of zeros is absent.
 * In OpenFlow 1.0, a match of the VLAN priority alone is also one of a VLAN tag. A match of Ethernet packets by {@link
 * Field#PACKET_TYPE} is one without packet type.
 */
public final class CanonicalMatch {
    /** The first word of each field; fields of 16 bytes have two words. */
    private static final int[] WORDS = words();

    /** The bits of the fields of the specification, by {@link #WORDS}. */
    private final long[] values = new long[WORDS[WORDS.length - 1]];

    private final long[] masks = new long[WORDS[WORDS.length - 1]];

    /** The other fields, in canonical form and order. */
    private final List<Oxm> others;

    private CanonicalMatch(List<Oxm> others) {
        this.others = others;
    }

    private static int[] words() {
        Field[] fields = Field.values();
        int[] words = new int[fields.length + 1];
        for (Field field : fields) {
            words[field.ordinal() + 1] = words[field.ordinal()] + (field.length() > Long.BYTES ? 2 : 1);
        }
        return words;
    }

    /** Returns the canonical form of a match of this version. */
    public static CanonicalMatch of(Match match, Version version) {
        var canonical = new CanonicalMatch(match.fields().stream()
                .filter(oxm -> oxm.field().isEmpty() && !hasOnly(oxm.mask(), 0))
                .map(CanonicalMatch::canonical)
                .sorted(Comparator.comparingInt(Oxm::oxmClass)
                        .thenComparingInt(Oxm::number)
                        .thenComparingLong(Oxm::experimenter))
                .toList());
        match.fields().forEach(oxm -> oxm.field().ifPresent(field -> canonical.put(field, oxm)));
        canonical.normalizeVlan(version);
        canonical.normalizePacketType();
        return canonical;
    }

    private static boolean hasOnly(@Nullable Bytes mask, int wanted) {
        for (int i = 0; mask != null && i < mask.length(); i++) {
            if (mask.at(i) != wanted) {
                return false;
            }
        }
        return mask != null;
    }

    private static Oxm canonical(Oxm oxm) {
        Bytes mask = hasOnly(oxm.mask(), 0xff) ? null : oxm.mask();
        byte[] value = oxm.value().toArray();
        for (int i = 0; mask != null && i < value.length; i++) {
            value[i] &= (byte) mask.at(i);
        }
        return new Oxm(oxm.oxmClass(), oxm.number(), oxm.experimenter(), Bytes.of(value), mask);
    }

    private void put(Field field, Oxm oxm) {
        int word = WORDS[field.ordinal()];
        Bytes mask = oxm.mask();
        if (field.length() > Long.BYTES) {
            putWord(word, high(oxm.value()), mask == null ? -1 : high(mask));
            putWord(word + 1, oxm.value().toLong(), mask == null ? -1 : mask.toLong());
        } else {
            putWord(word, oxm.value().toLong(), all(field) & (mask == null ? -1 : mask.toLong()));
        }
    }

    private void putWord(int word, long value, long mask) {
        masks[word] = mask;
        values[word] = value & mask;
    }

    private static long high(Bytes bytes) {
        return Bytes.of(bytes.toArray(), 0, Long.BYTES).toLong();
    }

    private static long all(Field field) {
        return -1L >>> Math.max(0, Long.SIZE - field.bits());
    }

    private void normalizeVlan(Version version) {
        int vid = WORDS[Field.VLAN_VID.ordinal()];
        int pcp = WORDS[Field.VLAN_PCP.ordinal()];
        if (version != Version.OF10 || masks[pcp] == 0) {
            return;
        }
        if (masks[vid] == 0) {
            putWord(vid, Field.VLAN_PRESENT, Field.VLAN_PRESENT);
        } else if (values[vid] == 0) {
            // An untagged frame has no priority, which OpenFlow 1.0 then ignores.
            putWord(pcp, 0, 0);
        }
    }

    private void normalizePacketType() {
        int word = WORDS[Field.PACKET_TYPE.ordinal()];
        if (values[word] == 0) {
            putWord(word, 0, 0);
        }
    }

    /** Returns whether a packet can match both, as far as values and masks tell. */
    public boolean overlaps(CanonicalMatch other) {
        for (int i = 0; i < values.length; i++) {
            if (((values[i] ^ other.values[i]) & masks[i] & other.masks[i]) != 0) {
                return false;
            }
        }
        int packetType = WORDS[Field.PACKET_TYPE.ordinal()];
        return masks[packetType] == other.masks[packetType]
                && others.stream().noneMatch(oxm -> other.others.stream().anyMatch(that -> areDisjoint(oxm, that)));
    }

    private static boolean areDisjoint(Oxm a, Oxm b) {
        if (a.oxmClass() != b.oxmClass()
                || a.number() != b.number()
                || a.experimenter() != b.experimenter()
                || a.value().length() != b.value().length()) {
            return false;
        }
        for (int i = 0; i < a.value().length(); i++) {
            int common = (a.mask() == null ? 0xff : a.mask().at(i))
                    & (b.mask() == null ? 0xff : b.mask().at(i));
            if (((a.value().at(i) ^ b.value().at(i)) & common) != 0) {
                return true;
            }
        }
        return false;
    }

    /** The bits of the specification's fields that a match determines. */
    record Shape(List<Long> masks) {
        /** Returns the bits that both determine. */
        Shape and(Shape other) {
            var common = new ArrayList<Long>(masks.size());
            for (int i = 0; i < masks.size(); i++) {
                common.add(masks.get(i) & other.masks.get(i));
            }
            return new Shape(common);
        }
    }

    Shape shape() {
        return new Shape(Arrays.stream(masks).boxed().toList());
    }

    /** Returns the values of the bits of the shape, for a comparison by {@link Object#equals}. */
    List<Long> project(Shape shape) {
        var projection = new ArrayList<Long>();
        for (int i = 0; i < values.length; i++) {
            if (shape.masks.get(i) != 0) {
                projection.add(values[i] & shape.masks.get(i));
            }
        }
        return projection;
    }

    /** Returns a match of the same packets. */
    public Match toMatch() {
        var fields = new ArrayList<Oxm>();
        for (Field field : Field.values()) {
            int word = WORDS[field.ordinal()];
            if (field.length() > Long.BYTES) {
                if ((masks[word] | masks[word + 1]) != 0) {
                    boolean exact = (masks[word] & masks[word + 1]) == -1;
                    fields.add(
                            new Oxm(Oxm.BASIC, field.number(), bytes(values, word), exact ? null : bytes(masks, word)));
                }
            } else if (masks[word] != 0) {
                fields.add(masks[word] == all(field) ? field.is(values[word]) : field.is(values[word], masks[word]));
            }
        }
        fields.addAll(others);
        return new Match(fields);
    }

    private static Bytes bytes(long[] words, int word) {
        byte[] bytes = new byte[2 * Long.BYTES];
        Bytes.ofLong(words[word], Long.BYTES).copyTo(bytes, 0);
        Bytes.ofLong(words[word + 1], Long.BYTES).copyTo(bytes, Long.BYTES);
        return Bytes.of(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CanonicalMatch that
                && Arrays.equals(values, that.values)
                && Arrays.equals(masks, that.masks)
                && others.equals(that.others);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(values) + Arrays.hashCode(masks)) + others.hashCode();
    }

    /** Returns the notation of the match, see {@link Match#toString}. */
    @Override
    public String toString() {
        return toMatch().toString();
    }
}
