package net.beaconcontroller.openflow.match;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import net.beaconcontroller.openflow.notation.NotationPart;
import org.jspecify.annotations.Nullable;

/**
 * The protocols that a match requires. They determine which other fields are valid and which fields ambiguous names
 * stand for.
 *
 * @param etherType the Ethernet type, or {@link #UNKNOWN}
 * @param protocol the IP protocol, or {@link #UNKNOWN}
 */
public record ProtocolContext(int etherType, int protocol) {
    static final int UNKNOWN = -1;
    public static final ProtocolContext NONE = new ProtocolContext(UNKNOWN, UNKNOWN);

    static final int IPV4 = 0x0800;
    static final int ARP = 0x0806;
    static final int IPV6 = 0x86dd;
    static final int MPLS = 0x8847;
    static final int MPLS_MULTICAST = 0x8848;
    static final int PBB = 0x88e7;
    static final int ICMP = 1;
    static final int TCP = 6;
    static final int UDP = 17;
    static final int ICMP6 = 58;
    static final int SCTP = 132;

    /** ICMPv6 types of neighbor discovery. */
    static final int SOLICITATION = 135;

    static final int ADVERTISEMENT = 136;

    /** OFPHTN_ETHERTYPE, in the upper half of a packet type: the lower half is an Ethernet type. */
    private static final int ETHER_TYPES = 1;

    /** Keywords for an Ethernet type and an optional IP protocol. Of two with one meaning, the first is printed. */
    private static final Map<String, ProtocolContext> SHORTHANDS = shorthands();

    private static final Map<String, Field> NAMES = names();

    private static Map<String, ProtocolContext> shorthands() {
        var shorthands = new LinkedHashMap<String, ProtocolContext>();
        shorthands.put("ip", new ProtocolContext(IPV4, UNKNOWN));
        shorthands.put("icmp", new ProtocolContext(IPV4, ICMP));
        shorthands.put("tcp", new ProtocolContext(IPV4, TCP));
        shorthands.put("udp", new ProtocolContext(IPV4, UDP));
        shorthands.put("sctp", new ProtocolContext(IPV4, SCTP));
        shorthands.put("ipv6", new ProtocolContext(IPV6, UNKNOWN));
        shorthands.put("ip6", new ProtocolContext(IPV6, UNKNOWN));
        shorthands.put("icmp6", new ProtocolContext(IPV6, ICMP6));
        shorthands.put("tcp6", new ProtocolContext(IPV6, TCP));
        shorthands.put("udp6", new ProtocolContext(IPV6, UDP));
        shorthands.put("sctp6", new ProtocolContext(IPV6, SCTP));
        shorthands.put("arp", new ProtocolContext(ARP, UNKNOWN));
        shorthands.put("mpls", new ProtocolContext(MPLS, UNKNOWN));
        shorthands.put("mplsm", new ProtocolContext(MPLS_MULTICAST, UNKNOWN));
        return shorthands;
    }

    private static Map<String, Field> names() {
        var names = new HashMap<String, Field>();
        for (Field field : Field.values()) {
            names.put(field.notation(), field);
            names.put(field.name().toLowerCase(Locale.ROOT), field);
        }
        names.put("dl_vlan_pcp", Field.VLAN_PCP);
        names.put("ip_src", Field.IPV4_SRC);
        names.put("ip_dst", Field.IPV4_DST);
        return names;
    }

    static Optional<ProtocolContext> shorthand(String word) {
        return Optional.ofNullable(SHORTHANDS.get(word));
    }

    /** Returns the field that a name always stands for, or null. */
    public static @Nullable Field named(String name) {
        return NAMES.get(name);
    }

    /** Returns the protocols of a match. */
    static ProtocolContext of(Match match) {
        ProtocolContext protocols = NONE;
        for (Field field : List.of(Field.PACKET_TYPE, Field.ETH_TYPE, Field.IP_PROTO)) {
            protocols = match.of(field).map(protocols::with).orElse(protocols);
        }
        return protocols;
    }

    /** Returns the protocols with those of this field added. An Ethernet type takes precedence over a packet type. */
    ProtocolContext with(Oxm oxm) {
        Field field = oxm.mask() == null ? oxm.field().orElse(null) : null;
        long value = oxm.value().toLong();
        if (field == Field.ETH_TYPE) {
            return new ProtocolContext((int) value, protocol);
        }
        if (field == Field.PACKET_TYPE && value >>> 16 == ETHER_TYPES && etherType == UNKNOWN) {
            return new ProtocolContext((int) value & 0xffff, protocol);
        }
        return field == Field.IP_PROTO ? new ProtocolContext(etherType, (int) value) : this;
    }

    private boolean isIp() {
        return etherType == IPV4 || etherType == IPV6;
    }

    /** Returns the keywords of the protocols that a field needs, or null if the match has them. */
    @Nullable
    String missingFor(Field field) {
        List<Prerequisite> conditions = field.prerequisites();
        Prerequisite type = Prerequisite.on(Field.ETH_TYPE, conditions);
        Prerequisite carried = Prerequisite.on(Field.IP_PROTO, conditions);
        if (type == null || (type.allows(etherType) && (carried == null || carried.allows(protocol)))) {
            return null;
        }
        return keywords(type.values(), carried == null ? List.of((long) UNKNOWN) : carried.values());
    }

    private static String keywords(List<Long> etherTypes, List<Long> protocols) {
        return etherTypes.stream()
                .flatMap(type -> protocols.stream().map(carried -> keyword(type.intValue(), carried.intValue())))
                .collect(Collectors.joining(" or "));
    }

    private static String keyword(int etherType, int protocol) {
        var wanted = new ProtocolContext(etherType, protocol);
        return SHORTHANDS.entrySet().stream()
                .filter(shorthand -> shorthand.getValue().equals(wanted))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("dl_type=0x%04x".formatted(etherType));
    }

    /** Returns the port field of the IP protocol; empty if the protocol is unknown or has no ports. */
    public Optional<Field> port(boolean source) {
        if (!isIp()) {
            return Optional.empty();
        }
        return Optional.ofNullable(
                switch (protocol) {
                    case TCP -> source ? Field.TCP_SRC : Field.TCP_DST;
                    case UDP -> source ? Field.UDP_SRC : Field.UDP_DST;
                    case SCTP -> source ? Field.SCTP_SRC : Field.SCTP_DST;
                    default -> null;
                });
    }

    /** Returns the field that a name stands for with these protocols, or null. */
    public @Nullable Field field(NotationPart part) {
        String name = part.toString().toLowerCase(Locale.ROOT);
        return switch (name) {
            case "dl_vlan", "vlan_tci" -> Field.VLAN_VID;
            case "nw_tos" -> Field.IP_DSCP;
            case "tp_src", "tp_dst" ->
                port(name.equals("tp_src")).orElseThrow(() -> part.refuse("needs tcp, udp or sctp in the match"));
            default -> {
                Field field = named(name);
                yield field == null ? null : inProtocol(name, field);
            }
        };
    }

    /** Resolves an older name, which stands for different fields depending on the protocol. */
    private Field inProtocol(String name, Field field) {
        boolean legacy = name.startsWith("nw_") || name.startsWith("icmp_");
        if (!legacy) {
            return field;
        }
        return switch (field) {
            case IPV4_SRC -> etherType == ARP ? Field.ARP_SPA : field;
            case IPV4_DST -> etherType == ARP ? Field.ARP_TPA : field;
            case IP_PROTO -> etherType == ARP ? Field.ARP_OP : field;
            case ICMPV4_TYPE -> etherType == IPV6 ? Field.ICMPV6_TYPE : field;
            case ICMPV4_CODE -> etherType == IPV6 ? Field.ICMPV6_CODE : field;
            default -> field;
        };
    }
}
