package net.beaconcontroller.acl;

import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.VlanId;
import org.jspecify.annotations.Nullable;

/**
 * A parser of the text of a rule:
 *
 * <pre>
 *   (allow|deny) PROTOCOL [from ENDPOINT [port PORTS]] [to ENDPOINT [port PORTS]] [port PORTS] [vlan VLAN] [on TIME]
 *
 *   PROTOCOL  any, ip, ipv6, arp, icmp, icmpv6, tcp, udp, sctp, protocol NUMBER, ethertype NUMBER
 *   ENDPOINT  any, or a MAC address, IPv4 or IPv6 address, or prefix such as 10.0.0.0/24
 *   PORTS     one port, or a range such as 8000-8080; without "to", the destination port
 *   VLAN      1 to 4094, or none
 *   TIME      days such as mon-fri or sat,sun or daily, and optionally a time of day such as 08:00-18:00
 * </pre>
 *
 * Error messages begin with the wrong word and name the valid ones; problems of rules also have its place.
 */
final class RuleParser {
    private static final Pattern WORD = Pattern.compile("\\S+");
    private static final int MAX_LENGTH = 1_000;
    private static final int MAX_VLAN = 4094;
    private static final String FIELD = "rule";
    private static final String ENDPOINTS = "needs any, a MAC address, or an IPv4 or IPv6 address or prefix";
    private static final String CLAUSES = "needs from, to, port, vlan or on";

    private final List<String> words;
    private int at;
    private boolean isRead;

    private @Nullable Endpoint source;
    private @Nullable Endpoint destination;
    private @Nullable PortRange sourcePorts;
    private @Nullable PortRange destinationPorts;
    private @Nullable Integer vlan;
    private @Nullable Schedule schedule;

    private RuleParser(List<String> words) {
        this.words = words;
    }

    /**
     * Parses the text of a rule.
     *
     * @throws Problem if the text is not a rule; it has the place of the wrong word and names the valid ones
     */
    static Rule parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw Problem.of(400, "a rule of %d characters: needs at most %d".formatted(text.length(), MAX_LENGTH))
                    .at(FIELD, null);
        }
        var parser =
                new RuleParser(List.of(text.strip().toLowerCase(Locale.ROOT).split("\\s+")));
        try {
            return parser.rule();
        } catch (Problem e) {
            throw parser.locate(e, text);
        }
    }

    /** Adds the place of the word that was read last to a problem; that of the end if a word is missing. */
    private Problem locate(Problem problem, String text) {
        if (isRead) {
            return problem.at(FIELD, text);
        }
        if (Problem.MISSING.equals(problem.code())) {
            return problem.at(FIELD, text.length() + 1, "");
        }
        MatchResult word = WORD.matcher(text).results().skip(at - 1).findFirst().orElseThrow();
        return problem.at(FIELD, word.start() + 1, word.group());
    }

    private Rule rule() {
        String first = next("the verdict is missing; needs allow or deny");
        Verdict verdict =
                switch (first) {
                    case "allow" -> Verdict.ALLOW;
                    case "deny" -> Verdict.DENY;
                    default -> throw wrong(first, "needs allow or deny");
                };
        Protocol protocol = protocol();
        while (at < words.size()) {
            clause();
        }
        isRead = true;
        return Rule.of(
                verdict,
                protocol,
                source == null ? Endpoint.ANY : source,
                sourcePorts == null ? PortRange.ALL : sourcePorts,
                destination == null ? Endpoint.ANY : destination,
                destinationPorts == null ? PortRange.ALL : destinationPorts,
                vlan == null ? Rule.ANY_VLAN : vlan,
                schedule);
    }

    private String next(String error) {
        if (at == words.size() || words.get(at).isEmpty()) {
            throw Problem.of(400, error).withCode(Problem.MISSING);
        }
        return words.get(at++);
    }

    private boolean accept(String word) {
        if (at < words.size() && words.get(at).equals(word)) {
            at++;
            return true;
        }
        return false;
    }

    private static Problem wrong(String word, String valid) {
        return Problem.of(400, "%s: %s".formatted(word, valid));
    }

    private Protocol protocol() {
        String names = String.join(", ", Protocol.NAMED.keySet());
        String valid = "needs a protocol: %s, protocol NUMBER or ethertype NUMBER".formatted(names);
        String word = next("the protocol is missing; " + valid);
        Protocol named = Protocol.NAMED.get(word);
        if (named != null) {
            return named;
        }
        return switch (word) {
            case "protocol" -> new Protocol(Protocol.IPV4_OR_IPV6, number("protocol", 0, 0xff));
            case "ethertype" -> new Protocol(number("ethertype", Protocol.MIN_TYPE, 0xffff), Protocol.ANY);
            default -> throw wrong(word, valid);
        };
    }

    private int number(String name, int min, int max) {
        String valid = "needs a number from %d to %d".formatted(min, max);
        String word = next(name + " has no number; " + valid);
        try {
            int number = Integer.decode(word.matches("0[0-9]+") ? "?" : word);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException _) {
            // the same error
        }
        throw wrong("%s %s".formatted(name, word), valid);
    }

    private void clause() {
        String word = next(CLAUSES);
        switch (word) {
            case "from" -> {
                requireFirst(word, source);
                source = endpoint(next("from has no address; " + ENDPOINTS));
                if (accept("port")) {
                    sourcePorts = ports();
                }
            }
            case "to" -> {
                requireFirst(word, destination);
                destination = endpoint(next("to has no address; " + ENDPOINTS));
            }
            case "port" -> {
                requireFirst(word, destinationPorts);
                destinationPorts = ports();
            }
            case "vlan" -> {
                requireFirst(word, vlan);
                vlan = accept("none") ? VlanId.NONE : number("vlan", 1, MAX_VLAN);
            }
            case "on" -> {
                requireFirst(word, schedule);
                schedule = schedule();
            }
            default -> throw wrong(word, CLAUSES);
        }
    }

    private static void requireFirst(String word, @Nullable Object present) {
        if (present != null) {
            throw wrong(word, "occurs twice; needs it once");
        }
    }

    /**
     * Parses an endpoint in lower case.
     *
     * @throws Problem if the text is not an endpoint
     */
    static Endpoint endpoint(String word) {
        Endpoint endpoint;
        Endpoint address;
        try {
            endpoint = endpointOf(word);
            address = endpointOf(addressIn(word));
        } catch (IllegalArgumentException _) {
            throw wrong(word, ENDPOINTS);
        }
        if (!addressIn(endpoint.toString()).equals(address.toString())) {
            throw wrong(
                    word,
                    "has bits after its prefix; needs %s for the network, or %s for the address"
                            .formatted(endpoint, address));
        }
        return endpoint;
    }

    private static String addressIn(String word) {
        return word.split("/", 2)[0];
    }

    /**
     * Parses the number of a VLAN.
     *
     * @throws Problem if the text is not a VLAN
     */
    static int vlan(String word) {
        return new RuleParser(List.of(word)).number("vlan", 1, MAX_VLAN);
    }

    private static Endpoint endpointOf(String word) {
        if (word.equals("any")) {
            return Endpoint.ANY;
        }
        int slash = word.indexOf('/');
        String address = slash < 0 ? word : word.substring(0, slash);
        if (address.indexOf('.') >= 0 && address.indexOf(':') < 0) {
            int length = prefixLength(word, slash, Endpoint.Ipv4Prefix.BITS);
            var all = new Endpoint.Ipv4Prefix(0, length);
            return new Endpoint.Ipv4Prefix(Ipv4Address.parse(address).value() & all.mask(), length);
        }
        if (slash < 0 && address.matches("\\p{XDigit}{1,2}(:\\p{XDigit}{1,2}){5}")) {
            return new Endpoint.Device(MacAddress.parse(address).value());
        }
        int length = prefixLength(word, slash, Endpoint.Ipv6Prefix.BITS);
        Ipv6Address parsed = Ipv6Address.parse(address);
        Ipv6Address mask = new Endpoint.Ipv6Prefix(Ipv6Address.UNSPECIFIED, length).mask();
        return new Endpoint.Ipv6Prefix(new Ipv6Address(parsed.high() & mask.high(), parsed.low() & mask.low()), length);
    }

    private static int prefixLength(String word, int slash, int bits) {
        if (slash < 0) {
            return bits;
        }
        int length = Integer.parseUnsignedInt(word.substring(slash + 1));
        if (length > bits) {
            throw new IllegalArgumentException();
        }
        return length;
    }

    private PortRange ports() {
        String valid = "needs a port from 0 to %d, or a range such as 8000-8080".formatted(PortRange.MAX);
        String word = next("port has no number; " + valid);
        String[] ends = word.split("-", 2);
        try {
            int first = Integer.parseUnsignedInt(ends[0]);
            int last = Integer.parseUnsignedInt(ends[ends.length - 1]);
            if (first <= last && last <= PortRange.MAX) {
                return new PortRange(first, last);
            }
        } catch (NumberFormatException _) {
            // the same error
        }
        throw wrong("port " + word, valid);
    }

    private Schedule schedule() {
        String valid = "needs days such as mon-fri, sat,sun or daily";
        Set<DayOfWeek> days = days(next("on has no days; " + valid), valid);
        if (at == words.size() || !words.get(at).contains(":")) {
            return new Schedule(days, LocalTime.MIDNIGHT, LocalTime.MIDNIGHT);
        }
        String word = words.get(at++);
        int dash = word.indexOf('-');
        try {
            return new Schedule(
                    days, LocalTime.parse(word.substring(0, Math.max(0, dash))), time(word.substring(dash + 1)));
        } catch (DateTimeParseException _) {
            throw wrong(word, "needs a time of day such as 08:00-18:00");
        }
    }

    private static LocalTime time(String text) {
        return text.equals("24:00") ? LocalTime.MIDNIGHT : LocalTime.parse(text);
    }

    private static Set<DayOfWeek> days(String word, String valid) {
        if (word.equals("daily")) {
            return EnumSet.allOf(DayOfWeek.class);
        }
        var days = EnumSet.noneOf(DayOfWeek.class);
        for (String part : word.split(",", -1)) {
            String[] ends = part.split("-", 2);
            DayOfWeek day = day(ends[0], word, valid);
            DayOfWeek last = day(ends[ends.length - 1], word, valid);
            days.add(day);
            while (day != last) {
                day = day.plus(1);
                days.add(day);
            }
        }
        return days;
    }

    private static DayOfWeek day(String name, String word, String valid) {
        for (DayOfWeek day : DayOfWeek.values()) {
            if (Schedule.name(day).equals(name)) {
                return day;
            }
        }
        throw wrong(word, valid);
    }
}
