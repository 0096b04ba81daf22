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

/** A match as values and masks, laid out as {@link HeaderFields} tells. Made from what a controller says, and checked. */
final class MatchKey {
    static final int SCTP = 132;

    /** All packets. */
    static final MatchKey ANY = new MatchKey();

    private static final int ANY_VALUE = -1;

    /** Zero wherever the mask is. */
    final long[] value = new long[HeaderFields.WORDS];

    final long[] mask = new long[HeaderFields.WORDS];

    private MatchKey() {}

    /**
     * Reads a match.
     *
     * @param version whose rules it has to follow: in OpenFlow 1.0 a priority can be matched on in all VLANs
     * @throws RequestException as Open vSwitch does, if it is not one that a packet could fulfil by the specification
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
            throw new RequestException(ErrorCode.MATCH_BAD_FIELD, "a match on %s, which is not known".formatted(oxm));
        }
        if (field == Field.VLAN_PCP && version == Version.OF10) {
            value[2] |= Field.VLAN_PRESENT;
            mask[2] |= Field.VLAN_PRESENT;
        } else if (!hasPrerequisites(field)) {
            throw new RequestException(
                    ErrorCode.MATCH_BAD_PREREQUISITE, "a match on %s of packets that need not have it".formatted(oxm));
        }
        if (place.bits() > Long.SIZE) {
            addWord(oxm, place.word(), 0, high(oxm.value()), high(oxm.mask()), -1);
            addWord(oxm, place.word() + 1, 0, oxm.value().toLong(), low(oxm.mask()), -1);
        } else {
            checkMask(oxm, field, place);
            addWord(oxm, place.word(), place.shift(), oxm.value().toLong(), low(oxm.mask()), place.limit());
        }
    }

    private void addWord(Oxm oxm, int word, int shift, long said, long saidMask, long limit) {
        if ((said & ~limit) != 0) {
            throw new RequestException(
                    ErrorCode.MATCH_BAD_VALUE, "a match on %s, of which the value is too great".formatted(oxm));
        }
        if ((said & ~saidMask) != 0) {
            throw new RequestException(
                    ErrorCode.MATCH_BAD_WILDCARDS,
                    "a match on %s, of which the value has bits beside the mask".formatted(oxm));
        }
        long newMask = (saidMask & limit) << shift;
        if ((mask[word] & newMask) != 0 && !isVlanPresent(word, newMask)) {
            throw new RequestException(ErrorCode.MATCH_DUPLICATE_FIELD, "a match that has %s twice".formatted(oxm));
        }
        mask[word] |= newMask;
        value[word] |= said << shift;
    }

    /** The bit that OpenFlow 1.0's match on a priority has set already. */
    private static boolean isVlanPresent(int word, long newMask) {
        return word == 2 && newMask == (Field.VLAN_PRESENT | 0xfff);
    }

    private static void checkMask(Oxm oxm, Field field, HeaderFields.Place place) {
        boolean whole = oxm.mask() == null || (low(oxm.mask()) & place.limit()) == place.limit();
        if (!whole && !isMaskable(field)) {
            throw new RequestException(
                    ErrorCode.MATCH_BAD_MASK, "a match on %s, which cannot be masked".formatted(oxm));
        }
    }

    /** As Open vSwitch's, which can mask ports too. */
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

    /** Whether all packets of this match are IPv4 or IPv6. */
    boolean isIp() {
        return hasPrerequisites(Field.IP_PROTO);
    }

    /** Whether this says nothing: all packets are meant. */
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
