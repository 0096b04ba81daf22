package net.beaconcontroller.emulator.datapath;

import java.util.EnumMap;
import java.util.Map;
import net.beaconcontroller.openflow.match.Field;
import org.jspecify.annotations.Nullable;

/**
 * The layout of the match fields in the words of a lookup key. Fields that never occur in the same packet share a
 * position. This is unambiguous, because a match on such a field requires a match on the protocol.
 *
 * <pre>
 *        63            48            32            16        8        0
 *  0     |          in_port          |  eth_type   | proto   | dscp ecn|
 *  1     |                        metadata                             |
 *  2     |               eth_dst                   | pcp, vlan_vid     |
 *  3     |               eth_src                   |                   |
 *  4     |   ipv4_src or arp_spa     |       ipv4_dst or arp_tpa       |
 *  5, 6  |   ipv6_src, or arp_sha in the first                         |
 *  7, 8  |   ipv6_dst, or arp_tha in the first                         |
 *  9     | source port | dest. port  |        ipv6_flabel              |
 *        | or type     | or code     |
 * </pre>
 */
final class HeaderFields {
    static final int WORDS = 10;

    /**
     * The position of a field.
     *
     * @param word the index of the first word
     * @param shift the number of bits below the field in that word
     * @param bits the width of the field; 128 for two whole words
     */
    record Place(int word, int shift, int bits) {
        /** Returns the mask of the field's width, in the low bits. */
        long limit() {
            return bits >= Long.SIZE ? -1 : (1L << bits) - 1;
        }
    }

    private static final Map<Field, Place> PLACES = new EnumMap<>(Field.class);

    static {
        put(0, 32, Field.IN_PORT);
        put(0, 16, Field.ETH_TYPE);
        put(0, 8, Field.IP_PROTO);
        put(0, 2, Field.IP_DSCP);
        put(0, 0, Field.IP_ECN);
        put(1, 0, Field.METADATA);
        put(2, 16, Field.ETH_DST);
        put(2, 13, Field.VLAN_PCP);
        put(2, 0, Field.VLAN_VID);
        put(3, 16, Field.ETH_SRC);
        put(4, 32, Field.IPV4_SRC, Field.ARP_SPA);
        put(4, 0, Field.IPV4_DST, Field.ARP_TPA);
        put(5, 0, Field.IPV6_SRC, Field.ARP_SHA);
        put(7, 0, Field.IPV6_DST, Field.ARP_THA);
        put(9, 48, Field.TCP_SRC, Field.UDP_SRC, Field.SCTP_SRC, Field.ARP_OP, Field.ICMPV4_TYPE, Field.ICMPV6_TYPE);
        put(9, 32, Field.TCP_DST, Field.UDP_DST, Field.SCTP_DST, Field.ICMPV4_CODE, Field.ICMPV6_CODE);
        put(9, 0, Field.IPV6_FLABEL);
    }

    private HeaderFields() {}

    /** Gives fields, no two of which occur in the same packet, a position. */
    private static void put(int word, int shift, Field... fields) {
        for (Field field : fields) {
            PLACES.put(field, new Place(word, shift, field.bits()));
        }
    }

    /** Returns the position of a field, or null if the switch cannot match on it. */
    static @Nullable Place placeOf(Field field) {
        return PLACES.get(field);
    }

    /** Returns the value of a field of at most 64 bits. */
    static long get(long[] words, Field field) {
        Place place = PLACES.get(field);
        if (place == null) {
            throw new IllegalArgumentException(field + " is not a match field of the switch");
        }
        return words[place.word] >>> place.shift & place.limit();
    }
}
