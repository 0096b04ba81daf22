package net.beaconcontroller.acl;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.beaconcontroller.acl.Endpoint.Ipv4Prefix;
import net.beaconcontroller.acl.Endpoint.Ipv6Prefix;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.packet.Ethernet;
import org.jspecify.annotations.Nullable;

/**
 * An access rule. {@link RuleParser} reads what {@link #toString} returns.
 *
 * @param vlan 1 to 4094, {@link VlanId#NONE} for packets without a VLAN, or {@link #ANY_VLAN}
 * @param schedule when the rule applies; null for always
 */
record Rule(
        Verdict verdict,
        Protocol protocol,
        Endpoint source,
        PortRange sourcePorts,
        Endpoint destination,
        PortRange destinationPorts,
        int vlan,
        @Nullable Schedule schedule,
        List<Family> families) {

    static final int ANY_VLAN = -2;

    /**
     * An Ethernet type and an IP protocol that a rule matches, each of which can be {@link Protocol#ANY}. The families
     * of a rule are disjoint.
     */
    record Family(int type, int number) {
        private boolean isOf(PacketHeaders packet) {
            return (type == Protocol.ANY || type == packet.type)
                    && (number == Protocol.ANY || number == packet.protocol);
        }

        private boolean covers(Family other) {
            return (type == Protocol.ANY || type == other.type) && (number == Protocol.ANY || number == other.number);
        }

        private boolean overlaps(Family other) {
            return (type == Protocol.ANY || other.type == Protocol.ANY || type == other.type)
                    && (number == Protocol.ANY || other.number == Protocol.ANY || number == other.number);
        }
    }

    /**
     * Creates a rule.
     *
     * @throws Problem if the parts contradict each other
     */
    static Rule of(
            Verdict verdict,
            Protocol protocol,
            Endpoint source,
            PortRange sourcePorts,
            Endpoint destination,
            PortRange destinationPorts,
            int vlan,
            @Nullable Schedule schedule) {
        if (!protocol.hasPorts() && !(sourcePorts.isAll() && destinationPorts.isAll())) {
            throw Problem.of(400, "port: packets of %s have no ports; needs tcp, udp or sctp".formatted(protocol));
        }
        List<Family> families = families(protocol, addressType(source, destination));
        return new Rule(
                verdict, protocol, source, sourcePorts, destination, destinationPorts, vlan, schedule, families);
    }

    /** Returns the Ethernet type of packets between the endpoints, or ANY. */
    private static int addressType(Endpoint source, Endpoint destination) {
        int one = addressType(source);
        int other = addressType(destination);
        if (one != Protocol.ANY && other != Protocol.ANY && one != other) {
            throw Problem.of(
                    400, "from %s to %s: needs addresses of the same version of IP".formatted(source, destination));
        }
        return one == Protocol.ANY ? other : one;
    }

    private static int addressType(Endpoint endpoint) {
        return switch (endpoint) {
            case Ipv4Prefix _ -> Ethernet.TYPE_IPV4;
            case Ipv6Prefix _ -> Ethernet.TYPE_IPV6;
            case Endpoint.Any _, Endpoint.Device _ -> Protocol.ANY;
        };
    }

    private static List<Family> families(Protocol protocol, int addressType) {
        return switch (protocol.type()) {
            case Protocol.ANY -> List.of(new Family(addressType, Protocol.ANY));
            case Protocol.IPV4_OR_IPV6 -> {
                var families = new ArrayList<Family>();
                for (int type : new int[] {Ethernet.TYPE_IPV4, Ethernet.TYPE_IPV6}) {
                    if (addressType == Protocol.ANY || addressType == type) {
                        families.add(new Family(type, protocol.number()));
                    }
                }
                yield families;
            }
            default -> {
                boolean isArp = protocol.type() == Ethernet.TYPE_ARP && addressType == Ethernet.TYPE_IPV4;
                if (addressType != Protocol.ANY && addressType != protocol.type() && !isArp) {
                    throw Problem.of(
                            400,
                            "%s: its packets have no addresses of %s; needs any, or a MAC address"
                                    .formatted(protocol, addressType == Ethernet.TYPE_IPV4 ? "IPv4" : "IPv6"));
                }
                yield List.of(new Family(protocol.type(), protocol.number()));
            }
        };
    }

    Rule {
        families = List.copyOf(families);
    }

    /** Returns the name of the first part of the rule that a packet does not match, or null if it matches. */
    @Nullable
    String mismatch(PacketHeaders packet) {
        if (!isProtocolOf(packet)) {
            return "protocol";
        } else if (!source.isSourceOf(packet)) {
            return "from";
        } else if (!destination.isDestinationOf(packet)) {
            return "to";
        } else if (!sourcePorts.contains(packet.sourcePort)) {
            return "source port";
        } else if (!destinationPorts.contains(packet.destinationPort)) {
            return "destination port";
        }
        return vlan == ANY_VLAN || vlan == VlanId.ofTag(packet.vlan) ? null : "vlan";
    }

    private boolean isProtocolOf(PacketHeaders packet) {
        for (int i = 0; i < families.size(); i++) {
            if (families.get(i).isOf(packet)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether each packet that the other rule matches, at any time, is one that this rule matches. */
    boolean covers(Rule other) {
        return other.families.stream().allMatch(family -> families.stream().anyMatch(mine -> mine.covers(family)))
                && source.covers(other.source)
                && destination.covers(other.destination)
                && sourcePorts.covers(other.sourcePorts)
                && destinationPorts.covers(other.destinationPorts)
                && (vlan == ANY_VLAN || vlan == other.vlan)
                && (schedule == null || Objects.equals(schedule, other.schedule));
    }

    /** Returns false only if no packet can match both rules. Times have no effect. */
    boolean mayOverlap(Rule other) {
        return other.families.stream().anyMatch(family -> families.stream().anyMatch(mine -> mine.overlaps(family)))
                && source.mayOverlap(other.source)
                && destination.mayOverlap(other.destination)
                && sourcePorts.overlaps(other.sourcePorts)
                && destinationPorts.overlaps(other.destinationPorts)
                && (vlan == ANY_VLAN || other.vlan == ANY_VLAN || vlan == other.vlan);
    }

    /** Returns the text of the rule, such as {@code deny tcp from 10.0.0.0/24 to 10.0.1.1 port 22 vlan 10}. */
    @Override
    public String toString() {
        var text = new StringBuilder(verdict + " " + protocol);
        append(text, " from ", source, sourcePorts);
        append(text, " to ", destination, destinationPorts);
        if (vlan != ANY_VLAN) {
            text.append(" vlan ").append(vlan == VlanId.NONE ? "none" : vlan);
        }
        if (schedule != null) {
            text.append(" on ").append(schedule);
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String preposition, Endpoint endpoint, PortRange ports) {
        if (!endpoint.equals(Endpoint.ANY) || !ports.isAll()) {
            text.append(preposition).append(endpoint);
        }
        if (!ports.isAll()) {
            text.append(" port ").append(ports);
        }
    }
}
