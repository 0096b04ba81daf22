package net.beaconcontroller.acl;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.packet.Icmp;
import net.beaconcontroller.packet.Transport;

/**
 * Random rules and packets over few values, so that they often match, and the verdict of a reference interpreter, which
 * knows only the fields of which packets were built.
 */
final class RandomRules {
    private static final String[] PROTOCOLS = {
        "any", "ip", "ipv6", "arp", "icmp", "icmpv6", "tcp", "udp", "sctp", "protocol 47", "ethertype 0x9000"
    };
    private static final String[] PORTS = {"80", "8000-8080", "70-90", "1024-65535", "0-1023"};
    private static final int[] PORT_VALUES = {0, 22, 79, 80, 81, 8000, 8040, 8081, 65_535};
    private static final long[] MACS = {1, 2, 3};
    private static final long[] IPV4 = {0x0a00_0001L, 0x0a00_0002L, 0x0a00_0101L, 0xc0a8_0001L};
    private static final String[] IPV4_TEXTS = {"10.0.0.1", "10.0.0.2", "10.0.0.0/24", "10.0.0.0/8", "0.0.0.0/0"};
    private static final String[] IPV6 = {"2001:db8::1", "2001:db8::2", "2001:db8:1::1", "fe80::1"};
    private static final String[] IPV6_TEXTS = {"2001:db8::1", "2001:db8::/48", "2001:db8::/32", "::/0"};

    /** A packet and the values that it was built from. A value that the packet does not have is negative. */
    record Made(
            Bytes frame,
            long source,
            long destination,
            int vlan,
            int type,
            int protocol,
            int sourceIp,
            int destinationIp,
            int sourcePort,
            int destinationPort) {}

    private final SplittableRandom random;

    RandomRules(long seed) {
        random = new SplittableRandom(seed);
    }

    SplittableRandom random() {
        return random;
    }

    private String any(String[] texts) {
        return texts[random.nextInt(texts.length)];
    }

    /** Returns a random rule. */
    Rule rule() {
        while (true) {
            var text = new StringBuilder(random.nextBoolean() ? "allow " : "deny ");
            text.append(any(PROTOCOLS));
            for (String preposition : new String[] {" from ", " to "}) {
                if (random.nextInt(3) == 0) {
                    text.append(preposition).append(endpoint());
                    if (random.nextInt(3) == 0) {
                        text.append(" port ").append(any(PORTS));
                    }
                }
            }
            if (random.nextInt(5) == 0) {
                text.append(" vlan ").append(random.nextBoolean() ? "none" : "5");
            }
            try {
                return RuleParser.parse(text.toString());
            } catch (Problem _) {
                // parts that contradict each other
            }
        }
    }

    private String endpoint() {
        return switch (random.nextInt(4)) {
            case 0 -> "any";
            case 1 -> "00:00:00:00:00:0" + MACS[random.nextInt(MACS.length)];
            case 2 -> any(IPV4_TEXTS);
            default -> any(IPV6_TEXTS);
        };
    }

    /** Returns a set of random rules. */
    RuleSet ruleSet(int maxRules) {
        var rules = new ArrayList<RuleSet.ActiveRule>();
        int count = random.nextInt(maxRules + 1);
        int rank = 0;
        for (int i = 0; i < count; i++) {
            rank += random.nextInt(1, 3);
            rules.add(new RuleSet.ActiveRule(rank, i + 1, rule(), new Hits()));
        }
        return new RuleSet(rules, random.nextBoolean() ? Verdict.ALLOW : Verdict.DENY, new Hits());
    }

    /** Returns a random packet. */
    Made packet() {
        long source = MACS[random.nextInt(MACS.length)];
        long destination = MACS[random.nextInt(MACS.length)];
        FrameBuilder frame = FrameBuilder.ethernet(destination, source);
        int vlan = new int[] {VlanId.NONE, 0, 5, 6}[random.nextInt(4)];
        if (vlan != VlanId.NONE) {
            frame.vlan(vlan);
        }
        int from = random.nextInt(4);
        int to = random.nextInt(4);
        int sourcePort = PORT_VALUES[random.nextInt(PORT_VALUES.length)];
        int destinationPort = PORT_VALUES[random.nextInt(PORT_VALUES.length)];
        int kind = random.nextInt(4);
        if (kind == 0) {
            frame.arp(random.nextInt(1, 3), source, IPV4[from], destination, IPV4[to]);
            return new Made(
                    Bytes.of(frame.build()), source, destination, vlan, Ethernet.TYPE_ARP, -1, from, to, -1, -1);
        } else if (kind == 1) {
            frame.type(0x9000).zeros(46);
            return new Made(Bytes.of(frame.build()), source, destination, vlan, 0x9000, -1, -1, -1, -1, -1);
        }
        boolean isIpv4 = kind == 2;
        if (isIpv4) {
            frame.ipv4(IPV4[from], IPV4[to]);
        } else {
            frame.ipv6(Ipv6Address.parse(IPV6[from]), Ipv6Address.parse(IPV6[to]));
        }
        int protocol = new int[] {Transport.TCP, Transport.UDP, Protocol.SCTP, 47, isIpv4 ? Icmp.V4 : Icmp.V6}
                [random.nextInt(5)];
        switch (protocol) {
            case Transport.TCP -> frame.tcp(sourcePort, destinationPort);
            case Transport.UDP -> frame.udp(sourcePort, destinationPort);
            case Protocol.SCTP ->
                frame.protocol(protocol)
                        .payload((byte) (sourcePort >> 8), (byte) sourcePort, (byte) (destinationPort >> 8), (byte)
                                destinationPort)
                        .zeros(8);
            case Icmp.V4, Icmp.V6 -> frame.icmp(8, 0);
            default -> frame.protocol(protocol).zeros(16);
        }
        boolean hasPorts = protocol != 47 && protocol != Icmp.V4 && protocol != Icmp.V6;
        return new Made(
                Bytes.of(frame.build()),
                source,
                destination,
                vlan,
                isIpv4 ? Ethernet.TYPE_IPV4 : Ethernet.TYPE_IPV6,
                protocol,
                from,
                to,
                hasPorts ? sourcePort : -1,
                hasPorts ? destinationPort : -1);
    }

    /** Returns the verdict on a packet by the reference interpreter. */
    static Verdict verdict(RuleSet rules, Made packet) {
        return rules.rules().stream()
                .filter(active -> matches(words(active.rule()), packet))
                .findFirst()
                .map(active -> active.rule().toString().startsWith("deny") ? Verdict.DENY : Verdict.ALLOW)
                .orElse(rules.defaultVerdict());
    }

    private static List<String> words(Rule rule) {
        return List.of(rule.toString().split(" "));
    }

    /** Reads the text of the rule, independently of the parser. */
    private static boolean matches(List<String> words, Made packet) {
        String protocol = words.get(1).equals("protocol") || words.get(1).equals("ethertype")
                ? words.get(1) + " " + words.get(2)
                : words.get(1);
        if (!matchesProtocol(protocol, packet)) {
            return false;
        }
        int from = words.indexOf("from");
        int to = words.indexOf("to");
        int vlan = words.indexOf("vlan");
        boolean matches = true;
        if (from > 0) {
            matches = matchesEndpoint(words.get(from + 1), protocol, packet, packet.source, packet.sourceIp)
                    && matchesPort(words, from + 2, packet.sourcePort);
        }
        if (to > 0) {
            matches &= matchesEndpoint(words.get(to + 1), protocol, packet, packet.destination, packet.destinationIp)
                    && matchesPort(words, to + 2, packet.destinationPort);
        }
        if (vlan > 0) {
            matches &= words.get(vlan + 1).equals("none") ? packet.vlan <= 0 : packet.vlan == 5;
        }
        return matches;
    }

    private static boolean matchesProtocol(String protocol, Made packet) {
        boolean isIpv4 = packet.type == Ethernet.TYPE_IPV4;
        return switch (protocol) {
            case "any" -> true;
            case "ip" -> isIpv4;
            case "ipv6" -> packet.type == Ethernet.TYPE_IPV6;
            case "arp" -> packet.type == Ethernet.TYPE_ARP;
            case "icmp" -> isIpv4 && packet.protocol == 1;
            case "icmpv6" -> packet.type == Ethernet.TYPE_IPV6 && packet.protocol == 58;
            case "tcp" -> packet.protocol == 6;
            case "udp" -> packet.protocol == 17;
            case "sctp" -> packet.protocol == 132;
            case "protocol 47" -> packet.protocol == 47;
            case "ethertype 0x9000" -> packet.type == 0x9000;
            default -> throw new AssertionError(protocol);
        };
    }

    private static boolean matchesEndpoint(String endpoint, String protocol, Made packet, long mac, int ip) {
        if (endpoint.equals("any")) {
            return true;
        } else if (endpoint.matches("(00:){5}0.")) {
            return endpoint.endsWith("0" + mac);
        } else if (endpoint.contains(":")) {
            return packet.type == Ethernet.TYPE_IPV6
                    && switch (endpoint) {
                        case "2001:db8::1" -> ip == 0;
                        case "2001:db8::/48" -> ip <= 1;
                        case "2001:db8::/32" -> ip <= 2;
                        default -> true;
                    };
        }
        return (packet.type == Ethernet.TYPE_IPV4 || (packet.type == Ethernet.TYPE_ARP && protocol.equals("arp")))
                && switch (endpoint) {
                    case "10.0.0.1" -> ip == 0;
                    case "10.0.0.2" -> ip == 1;
                    case "10.0.0.0/24" -> ip <= 1;
                    case "10.0.0.0/8" -> ip <= 2;
                    default -> true;
                };
    }

    private static boolean matchesPort(List<String> words, int at, int port) {
        if (at >= words.size() || !words.get(at).equals("port")) {
            return true;
        }
        String[] ends = words.get(at + 1).split("-", -1);
        return Integer.parseInt(ends[0]) <= port && port <= Integer.parseInt(ends[ends.length - 1]);
    }
}
