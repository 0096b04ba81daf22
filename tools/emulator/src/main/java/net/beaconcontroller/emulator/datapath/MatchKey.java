package net.beaconcontroller.emulator.datapath;

import java.util.Arrays;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Icmp;
import net.beaconcontroller.packet.Transport;
import org.jspecify.annotations.Nullable;

/** A match as values and masks in the layout of {@link HeaderFields}, validated. */
final class MatchKey {
    static final int SCTP = 132;

    /** The match of all packets. */
    static final MatchKey ANY = new MatchKey();

    private static final int ANY_VALUE = -1;

    /** The values; bits outside the mask are zero. */
    final long[] value = new long[HeaderFields.WORDS];

    final long[] mask = new long[HeaderFields.WORDS];

    private MatchKey() {}

    /**
     * Converts and validates a match.
     *
     * @param version the version whose rules apply: in OpenFlow 1.0 a VLAN priority can be matched without a VLAN id
     * @throws RequestException with the error of Open vSwitch, if no packet can match by the specification
     */
    static MatchKey of(Match match, Version version) {
        var key = new MatchKey();
        for (Oxm oxm : match.fields()) {
            key.add(oxm, version);
        }
        return key;
    }

    private void add(Oxm oxm, Version version) {
        Field field = oxm.field().orElse(null);
        HeaderFields.Place place = field == null ? null : HeaderFields.placeOf(field);
        if (field == null || place == null) {
            throw new RequestException(ErrorCode.MATCH_BAD_FIELD, "match on unknown field %s".formatted(oxm));
        }
        if (field == Field.VLAN_PCP && version == Version.OF10) {
            value[2] |= Field.VLAN_PRESENT;
            mask[2] |= Field.VLAN_PRESENT;
        } else if (!hasPrerequisites(field)) {
            throw new RequestException(
                    ErrorCode.MATCH_BAD_PREREQUISITE, "match on %s without its prerequisites".formatted(oxm));
        }
        if (place.bits() > Long.SIZE) {
            addWord(oxm, place.word(), 0, high(oxm.value()), high(oxm.mask()), -1);
            addWord(oxm, place.word() + 1, 0, oxm.value().toLong(), low(oxm.mask()), -1);
        } else {
            checkMask(oxm, field, place);
            addWord(oxm, place.word(), place.shift(), oxm.value().toLong(), low(oxm.mask()), place.limit());
        }
    }

    private void addWord(Oxm oxm, int word, int shift, long bits, long bitsMask, long limit) {
        if ((bits & ~limit) != 0) {
            throw new RequestException(ErrorCode.MATCH_BAD_VALUE, "match on %s: value out of range".formatted(oxm));
        }
        if ((bits & ~bitsMask) != 0) {
            throw new RequestException(
                    ErrorCode.MATCH_BAD_WILDCARDS, "match on %s: value has bits outside the mask".formatted(oxm));
        }
        long newMask = (bitsMask & limit) << shift;
        if ((mask[word] & newMask) != 0 && !isVlanPresent(word, newMask)) {
            throw new RequestException(ErrorCode.MATCH_DUPLICATE_FIELD, "match with duplicate field %s".formatted(oxm));
        }
        mask[word] |= newMask;
        value[word] |= bits << shift;
    }

    /** Whether this is the VLAN_PRESENT bit, which OpenFlow 1.0's match on a VLAN priority has set before. */
    private static boolean isVlanPresent(int word, long newMask) {
        return word == 2 && newMask == (Field.VLAN_PRESENT | 0xfff);
    }

    private static void checkMask(Oxm oxm, Field field, HeaderFields.Place place) {
        boolean whole = oxm.mask() == null || (low(oxm.mask()) & place.limit()) == place.limit();
        if (!whole && !isMaskable(field)) {
            throw new RequestException(ErrorCode.MATCH_BAD_MASK, "match on %s: field is not maskable".formatted(oxm));
        }
    }

    /** Whether a match can have a mask for the field, as in Open vSwitch, which also supports masks for ports. */
    private static boolean isMaskable(Field field) {
        return switch (field) {
            case IN_PORT,
                    ETH_TYPE,
                    VLAN_PCP,
                    IP_PROTO,
                    IP_DSCP,
                    IP_ECN,
                    ICMPV4_TYPE,
                    ICMPV4_CODE,
                    ICMPV6_TYPE,
                    ICMPV6_CODE,
                    ARP_OP -> false;
            default -> true;
        };
    }

    private static long high(@Nullable Bytes bytes) {
        return bytes == null ? -1 : Bytes.of(bytes.toArray(), 0, Long.BYTES).toLong();
    }

    private static long low(@Nullable Bytes bytes) {
        return bytes == null ? -1 : bytes.toLong();
    }

    /** Whether all packets of this match have the field: OpenFlow 1.3.5 section 7.2.3.8, table 13. */
    boolean hasPrerequisites(Field field) {
        return switch (field) {
            case VLAN_PCP -> isTagged();
            case IP_PROTO, IP_DSCP, IP_ECN -> isEthernet(Ethernet.TYPE_IPV4) || isEthernet(Ethernet.TYPE_IPV6);
            case IPV4_SRC, IPV4_DST -> isEthernet(Ethernet.TYPE_IPV4);
            case IPV6_SRC, IPV6_DST, IPV6_FLABEL -> isEthernet(Ethernet.TYPE_IPV6);
            case ARP_OP, ARP_SPA, ARP_TPA, ARP_SHA, ARP_THA -> isEthernet(Ethernet.TYPE_ARP);
            case TCP_SRC, TCP_DST -> isIp(ANY_VALUE, Transport.TCP);
            case UDP_SRC, UDP_DST -> isIp(ANY_VALUE, Transport.UDP);
            case SCTP_SRC, SCTP_DST -> isIp(ANY_VALUE, SCTP);
            case ICMPV4_TYPE, ICMPV4_CODE -> isIp(Ethernet.TYPE_IPV4, Icmp.V4);
            case ICMPV6_TYPE, ICMPV6_CODE -> isIp(Ethernet.TYPE_IPV6, Icmp.V6);
            default -> true;
        };
    }

    /** Whether all packets of this match have a VLAN tag. */
    boolean isTagged() {
        return (value[2] & mask[2] & Field.VLAN_PRESENT) != 0;
    }

    /** Whether all packets of this match are IPv4 or IPv6 packets. */
    boolean isIp() {
        return hasPrerequisites(Field.IP_PROTO);
    }

    /** Whether this match matches all packets. */
    boolean isAny() {
        return Arrays.stream(mask).allMatch(bits -> bits == 0);
    }

    private boolean isEthernet(int type) {
        return is(Field.ETH_TYPE, type);
    }

    private boolean isIp(int type, int protocol) {
        return (type == ANY_VALUE ? isIp() : isEthernet(type)) && is(Field.IP_PROTO, protocol);
    }

    private boolean is(Field field, int wanted) {
        return HeaderFields.get(mask, field) == -1L >>> (Long.SIZE - 8 * field.length())
                && HeaderFields.get(value, field) == wanted;
    }
}
