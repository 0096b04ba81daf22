package net.beaconcontroller.openflow.match;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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

    /** OFPHTN_ETHERTYPE, in the upper half of a packet type: the lower half is an Ethernet type. */
    private static final int ETHER_TYPES = 1;

    /** Keywords for an Ethernet type and an optional IP protocol. */
    private static final Map<String, ProtocolContext> SHORTHANDS = Map.ofEntries(
            Map.entry("ip", new ProtocolContext(IPV4, UNKNOWN)),
            Map.entry("icmp", new ProtocolContext(IPV4, ICMP)),
            Map.entry("tcp", new ProtocolContext(IPV4, TCP)),
            Map.entry("udp", new ProtocolContext(IPV4, UDP)),
            Map.entry("sctp", new ProtocolContext(IPV4, SCTP)),
            Map.entry("ipv6", new ProtocolContext(IPV6, UNKNOWN)),
            Map.entry("ip6", new ProtocolContext(IPV6, UNKNOWN)),
            Map.entry("icmp6", new ProtocolContext(IPV6, ICMP6)),
            Map.entry("tcp6", new ProtocolContext(IPV6, TCP)),
            Map.entry("udp6", new ProtocolContext(IPV6, UDP)),
            Map.entry("sctp6", new ProtocolContext(IPV6, SCTP)),
            Map.entry("arp", new ProtocolContext(ARP, UNKNOWN)),
            Map.entry("mpls", new ProtocolContext(MPLS, UNKNOWN)),
            Map.entry("mplsm", new ProtocolContext(MPLS_MULTICAST, UNKNOWN)));

    private static final Map<String, Field> NAMES = names();

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

    private boolean isIp(int of) {
        return isIp() && protocol == of;
    }

    /** Returns the keywords of the prerequisites of a field, or null if they are met. */
    @Nullable
    String missingFor(Field field) {
        return switch (field) {
            case IP_DSCP, IP_ECN, IP_PROTO -> isIp() ? null : "ip or ipv6";
            case IPV4_SRC, IPV4_DST -> etherType == IPV4 ? null : "ip";
            case ARP_OP, ARP_SPA, ARP_TPA, ARP_SHA, ARP_THA -> etherType == ARP ? null : "arp";
            case IPV6_SRC, IPV6_DST, IPV6_FLABEL, IPV6_EXTHDR -> etherType == IPV6 ? null : "ipv6";
            case TCP_SRC, TCP_DST, TCP_FLAGS -> isIp(TCP) ? null : "tcp or tcp6";
            case UDP_SRC, UDP_DST -> isIp(UDP) ? null : "udp or udp6";
            case SCTP_SRC, SCTP_DST -> isIp(SCTP) ? null : "sctp or sctp6";
            case ICMPV4_TYPE, ICMPV4_CODE -> etherType == IPV4 && protocol == ICMP ? null : "icmp";
            case ICMPV6_TYPE, ICMPV6_CODE, IPV6_ND_TARGET, IPV6_ND_SLL, IPV6_ND_TLL ->
                etherType == IPV6 && protocol == ICMP6 ? null : "icmp6";
            case MPLS_LABEL, MPLS_TC, MPLS_BOS ->
                etherType == MPLS || etherType == MPLS_MULTICAST ? null : "mpls or mplsm";
            case PBB_ISID, PBB_UCA -> etherType == PBB ? null : "dl_type=0x88e7";
            default -> null;
        };
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
