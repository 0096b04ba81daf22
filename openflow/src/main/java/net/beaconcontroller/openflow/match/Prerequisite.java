package net.beaconcontroller.openflow.match;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A condition on the packets that have a match field, OpenFlow 1.5.1 section 7.2.3.8: another field has one of these
 * values.
 *
 * @param field the other field
 * @param mask the bits of the other field that determine the condition
 * @param values the values of these bits; empty for any value
 */
public record Prerequisite(Field field, long mask, List<Long> values) {
    private static final Prerequisite IPV4 = is(Field.ETH_TYPE, ProtocolContext.IPV4);
    private static final Prerequisite IPV6 = is(Field.ETH_TYPE, ProtocolContext.IPV6);
    private static final Prerequisite IP = is(Field.ETH_TYPE, ProtocolContext.IPV4, ProtocolContext.IPV6);

    private static final Map<Field, List<Prerequisite>> OF_FIELDS = table();

    /** Returns the conditions for a field. */
    static List<Prerequisite> of(Field field) {
        return OF_FIELDS.getOrDefault(field, List.of());
    }

    private static Map<Field, List<Prerequisite>> table() {
        var table = new EnumMap<Field, List<Prerequisite>>(Field.class);
        for (Field field : Field.values()) {
            table.put(field, conditions(field));
        }
        return table;
    }

    private static List<Prerequisite> conditions(Field field) {
        return switch (field) {
            case IN_PHY_PORT -> List.of(new Prerequisite(Field.IN_PORT, all(Field.IN_PORT), List.of()));
            case VLAN_PCP ->
                List.of(new Prerequisite(Field.VLAN_VID, Field.VLAN_PRESENT, List.of((long) Field.VLAN_PRESENT)));
            case IP_DSCP, IP_ECN, IP_PROTO -> List.of(IP);
            case IPV4_SRC, IPV4_DST -> List.of(IPV4);
            case IPV6_SRC, IPV6_DST, IPV6_FLABEL, IPV6_EXTHDR -> List.of(IPV6);
            case ARP_OP, ARP_SPA, ARP_TPA, ARP_SHA, ARP_THA -> List.of(is(Field.ETH_TYPE, ProtocolContext.ARP));
            case TCP_SRC, TCP_DST, TCP_FLAGS -> List.of(IP, is(Field.IP_PROTO, ProtocolContext.TCP));
            case UDP_SRC, UDP_DST -> List.of(IP, is(Field.IP_PROTO, ProtocolContext.UDP));
            case SCTP_SRC, SCTP_DST -> List.of(IP, is(Field.IP_PROTO, ProtocolContext.SCTP));
            case ICMPV4_TYPE, ICMPV4_CODE -> List.of(IPV4, is(Field.IP_PROTO, ProtocolContext.ICMP));
            case ICMPV6_TYPE, ICMPV6_CODE -> List.of(IPV6, is(Field.IP_PROTO, ProtocolContext.ICMP6));
            case IPV6_ND_TARGET -> neighborDiscovery(ProtocolContext.SOLICITATION, ProtocolContext.ADVERTISEMENT);
            case IPV6_ND_SLL -> neighborDiscovery(ProtocolContext.SOLICITATION);
            case IPV6_ND_TLL -> neighborDiscovery(ProtocolContext.ADVERTISEMENT);
            case MPLS_LABEL, MPLS_TC, MPLS_BOS ->
                List.of(is(Field.ETH_TYPE, ProtocolContext.MPLS, ProtocolContext.MPLS_MULTICAST));
            case PBB_ISID, PBB_UCA -> List.of(is(Field.ETH_TYPE, ProtocolContext.PBB));
            default -> List.of();
        };
    }

    private static List<Prerequisite> neighborDiscovery(long... types) {
        return List.of(IPV6, is(Field.IP_PROTO, ProtocolContext.ICMP6), is(Field.ICMPV6_TYPE, types));
    }

    private static Prerequisite is(Field field, long... values) {
        return new Prerequisite(field, all(field), LongStream.of(values).boxed().toList());
    }

    private static long all(Field field) {
        return (1L << field.bits()) - 1;
    }

    /** Returns the condition on this field, or null if there is none. */
    static @Nullable Prerequisite on(Field field, List<Prerequisite> conditions) {
        for (Prerequisite condition : conditions) {
            if (condition.field == field) {
                return condition;
            }
        }
        return null;
    }

    /** Returns whether the condition holds for this value of the other field. */
    public boolean allows(long value) {
        for (long allowed : values) {
            if ((value & mask) == allowed) {
                return true;
            }
        }
        return values.isEmpty();
    }

    /** Returns the condition with the names of the specification, such as {@code eth_type=0x0800 or 0x86dd}. */
    @Override
    public String toString() {
        String name = field.name().toLowerCase(Locale.ROOT);
        Stream<String> texts = values.stream().map(this::print);
        return values.isEmpty() ? name : name + "=" + texts.collect(Collectors.joining(" or "));
    }

    private String print(long value) {
        Bytes bytes = Bytes.ofLong(value, field.length());
        return OxmNotation.print(field, bytes, mask == all(field) ? null : Bytes.ofLong(mask, field.length()));
    }
}
