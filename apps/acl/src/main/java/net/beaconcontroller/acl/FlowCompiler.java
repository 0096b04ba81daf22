package net.beaconcontroller.acl;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.acl.AclFlow.Effect;
import net.beaconcontroller.acl.RuleSet.ActiveRule;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.check.CanonicalMatch;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Transport;

/**
 * A compiler of rules to the flows that enforce them in a kind of switch. A flow has the priority of its rule's rank,
 * so that the first rule that a packet matches decides, and these effects:
 *
 * <ul>
 *   <li>A rule that denies: the packets are dropped.
 *   <li>A rule that allows: its packets must reach the flows of forwarding applications although later rules deny some
 *       of them. They continue in the next table, which has no flows of this application. If no later rule denies any
 *       of them, the rule needs no flow.
 *   <li>The controller decides each packet if the switch has no next table, or if it cannot match the packets of the
 *       rule exactly. In the latter case the flow matches more packets than the rule, and the controller applies all
 *       rules to them.
 * </ul>
 *
 * The probes of the topology discovery reach the controller with any rules.
 */
final class FlowCompiler {
    /** The rank of the flow for packets that match no rule; those of rules are from 1 on. */
    static final int LAST_RANK = 0xfff;

    /** Ranges of ports that have at most so many values become a flow for each, without masks. */
    private static final int MAX_EXPANDED_PORTS = 16;

    private static final int[] PROBE_TYPES = {Ethernet.TYPE_LLDP, 0x88b5};

    /**
     * A kind of switch.
     *
     * @param hasNextTable whether flows can send packets to a second table
     * @param hasPortMasks whether matches of TCP, UDP and SCTP ports can have masks
     */
    record Profile(Version version, boolean hasNextTable, boolean hasPortMasks) {}

    /** A flow without the base of its priority. */
    record RankedFlow(int rank, CanonicalMatch match, long cookie, Effect effect) {
        /** Returns the flow in a band of priorities, of which this is the highest. */
        AclFlow in(int highestPriority) {
            return new AclFlow(highestPriority - rank, match, cookie, effect);
        }
    }

    private final Profile profile;
    private final List<RankedFlow> flows = new ArrayList<>();

    private FlowCompiler(Profile profile) {
        this.profile = profile;
    }

    /** Returns the flows, ordered by their ranks: those that apply first are first. */
    static List<RankedFlow> compile(RuleSet rules, Profile profile) {
        var compiler = new FlowCompiler(profile);
        if (rules.allowsAll()) {
            return List.of();
        }
        for (int type : PROBE_TYPES) {
            compiler.add(0, AclFlow.PROBES, Match.of(Field.ETH_TYPE.is(type)), Effect.TO_CONTROLLER);
        }
        for (ActiveRule active : rules.rules()) {
            if (active.verdict() == Verdict.DENY || rules.precedesDenial(active)) {
                compiler.add(active);
            }
        }
        if (rules.defaultVerdict() == Verdict.DENY) {
            compiler.add(LAST_RANK, AclFlow.DEFAULT, Match.ANY, Effect.DROP);
        }
        return List.copyOf(compiler.flows);
    }

    /** Returns whether masks of ports make a difference to the flows of these rules. */
    static boolean usesPortMasks(RuleSet rules) {
        return rules.rules().stream()
                .map(ActiveRule::rule)
                .flatMap(rule -> Stream.of(rule.sourcePorts(), rule.destinationPorts()))
                .anyMatch(ports -> ports.size() > MAX_EXPANDED_PORTS && !ports.isAll());
    }

    private void add(int rank, int number, Match match, Effect effect) {
        flows.add(new RankedFlow(rank, CanonicalMatch.of(match, profile.version), AclFlow.cookie(number), effect));
    }

    private void add(ActiveRule active) {
        Effect exact = active.verdict() == Verdict.DENY
                ? Effect.DROP
                : profile.hasNextTable ? Effect.CONTINUE : Effect.TO_CONTROLLER;
        for (Rule.Family family : active.rule().families()) {
            boolean isExact = canMatch(family, active.rule());
            for (List<Oxm> match : matches(family, active.rule())) {
                add(active.rank() + 1, active.id(), new Match(match), isExact ? exact : Effect.TO_CONTROLLER);
            }
        }
    }

    /** Returns whether the switch can match exactly the packets of a rule that are of a family. */
    private boolean canMatch(Rule.Family family, Rule rule) {
        return !isBeyondVersion(family, rule)
                && canMatch(rule.sourcePorts(), family)
                && canMatch(rule.destinationPorts(), family);
    }

    /** Returns whether the rule distinguishes IPv6 packets. OpenFlow 1.0 can only match their type. */
    private boolean isBeyondVersion(Rule.Family family, Rule rule) {
        return profile.version == Version.OF10
                && family.type() == Ethernet.TYPE_IPV6
                && (family.number() != Protocol.ANY
                        || rule.source() instanceof Endpoint.Ipv6Prefix
                        || rule.destination() instanceof Endpoint.Ipv6Prefix);
    }

    private boolean canMatch(PortRange ports, Rule.Family family) {
        boolean hasField = profile.version != Version.OF10 || family.number() != Protocol.SCTP;
        return ports.isAll() || (hasField && (profile.hasPortMasks || ports.size() <= MAX_EXPANDED_PORTS));
    }

    /** Returns the matches of the packets of a rule that are of a family, or of more packets. */
    private List<List<Oxm>> matches(Rule.Family family, Rule rule) {
        List<Oxm> common = new ArrayList<>();
        if (rule.destination() instanceof Endpoint.Device(long mac)) {
            common.add(Field.ETH_DST.is(mac));
        }
        if (rule.source() instanceof Endpoint.Device(long mac)) {
            common.add(Field.ETH_SRC.is(mac));
        }
        if (family.type() != Protocol.ANY) {
            common.add(Field.ETH_TYPE.is(family.type()));
        }
        boolean isBeyondVersion = isBeyondVersion(family, rule);
        if (family.number() != Protocol.ANY && !isBeyondVersion) {
            common.add(Field.IP_PROTO.is(family.number()));
        }
        boolean isArp = family.type() == Ethernet.TYPE_ARP;
        if (!isBeyondVersion) {
            addAddress(common, rule.source(), isArp ? Field.ARP_SPA : Field.IPV4_SRC, Field.IPV6_SRC);
            addAddress(common, rule.destination(), isArp ? Field.ARP_TPA : Field.IPV4_DST, Field.IPV6_DST);
        }
        List<List<Oxm>> all = product(List.of(common), vlans(rule.vlan()));
        if (canMatch(family, rule)) {
            all = product(all, ports(rule.sourcePorts(), family, true));
            all = product(all, ports(rule.destinationPorts(), family, false));
        }
        return all;
    }

    private static void addAddress(List<Oxm> match, Endpoint endpoint, Field ipv4, Field ipv6) {
        switch (endpoint) {
            case Endpoint.Ipv4Prefix prefix -> match.add(ipv4.is(prefix.address(), prefix.mask()));
            case Endpoint.Ipv6Prefix prefix ->
                match.add(new Oxm(Oxm.BASIC, ipv6.number(), bytes(prefix.address()), bytes(prefix.mask())));
            case Endpoint.Any _, Endpoint.Device _ -> {}
        }
    }

    private static Bytes bytes(Ipv6Address address) {
        byte[] bytes = new byte[Ipv6Address.LENGTH];
        address.write(bytes, 0);
        return Bytes.of(bytes);
    }

    /** Returns each combination of a match and one of the alternative fields; the matches if there are none. */
    private static List<List<Oxm>> product(List<List<Oxm>> matches, List<Oxm> alternatives) {
        if (alternatives.isEmpty()) {
            return matches;
        }
        var all = new ArrayList<List<Oxm>>();
        for (List<Oxm> match : matches) {
            for (Oxm alternative : alternatives) {
                var combined = new ArrayList<>(match);
                combined.add(alternative);
                all.add(combined);
            }
        }
        return all;
    }

    private static List<Oxm> vlans(int vlan) {
        return switch (vlan) {
            case Rule.ANY_VLAN -> List.of();
            // a tag with the id 0 has a priority only
            case VlanId.NONE -> List.of(Field.VLAN_VID.is(0), Field.VLAN_VID.is(Field.VLAN_PRESENT));
            default -> List.of(Field.VLAN_VID.is(Field.VLAN_PRESENT | vlan));
        };
    }

    private List<Oxm> ports(PortRange ports, Rule.Family family, boolean source) {
        var fields = new ArrayList<Oxm>();
        if (ports.isAll()) {
            return fields;
        }
        Field field =
                switch (family.number()) {
                    case Transport.TCP -> source ? Field.TCP_SRC : Field.TCP_DST;
                    case Transport.UDP -> source ? Field.UDP_SRC : Field.UDP_DST;
                    default -> source ? Field.SCTP_SRC : Field.SCTP_DST;
                };
        int first = ports.first();
        while (first <= ports.last()) {
            int size = 1;
            // the largest aligned block that begins here and ends in the range
            while (profile.hasPortMasks && first % (2 * size) == 0 && first + 2 * size - 1 <= ports.last()) {
                size *= 2;
            }
            fields.add(size == 1 ? field.is(first) : field.is(first, PortRange.MAX & ~(size - 1)));
            first += size;
        }
        return fields;
    }
}
