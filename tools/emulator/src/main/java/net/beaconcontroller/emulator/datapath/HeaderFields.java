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
        put(Field.IN_PORT, 0, 32, 32);
        put(Field.ETH_TYPE, 0, 16, 16);
        put(Field.IP_PROTO, 0, 8, 8);
        put(Field.IP_DSCP, 0, 2, 6);
        put(Field.IP_ECN, 0, 0, 2);
        put(Field.METADATA, 1, 0, 64);
        put(Field.ETH_DST, 2, 16, 48);
        put(Field.VLAN_PCP, 2, 13, 3);
        put(Field.VLAN_VID, 2, 0, 13);
        put(Field.ETH_SRC, 3, 16, 48);
        put(Field.IPV4_SRC, 4, 32, 32);
        put(Field.ARP_SPA, 4, 32, 32);
        put(Field.IPV4_DST, 4, 0, 32);
        put(Field.ARP_TPA, 4, 0, 32);
        put(Field.IPV6_SRC, 5, 0, 128);
        put(Field.ARP_SHA, 5, 0, 48);
        put(Field.IPV6_DST, 7, 0, 128);
        put(Field.ARP_THA, 7, 0, 48);
        for (Field source : new Field[] {Field.TCP_SRC, Field.UDP_SRC, Field.SCTP_SRC, Field.ARP_OP}) {
            put(source, 9, 48, 16);
        }
        for (Field destination : new Field[] {Field.TCP_DST, Field.UDP_DST, Field.SCTP_DST}) {
            put(destination, 9, 32, 16);
        }
        put(Field.ICMPV4_TYPE, 9, 48, 8);
        put(Field.ICMPV6_TYPE, 9, 48, 8);
        put(Field.ICMPV4_CODE, 9, 32, 8);
        put(Field.ICMPV6_CODE, 9, 32, 8);
        put(Field.IPV6_FLABEL, 9, 0, 20);
    }

    private HeaderFields() {}

    private static void put(Field field, int word, int shift, int bits) {
        PLACES.put(field, new Place(word, shift, bits));
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
