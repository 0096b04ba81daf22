package net.beaconcontroller.emulator.spec;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.beaconcontroller.common.VlanId;

/**
 * Makes a {@link NetworkSpec} piece by piece. What cannot be is refused with a {@link NetworkException}: a name twice, a link to
 * what is not there, more than one process can hold.
 */
public final class NetworkSpecBuilder {
    static final int MAX_SWITCHES = 10_000;
    static final int MAX_HOSTS = 100_000;
    static final int MAX_LINKS = 1_000_000;

    /** Above these are the reserved ports of OpenFlow 1.0, section 5.2.1. */
    public static final int MAX_PORT = 0xfeff;

    private static final Pattern NAME = Pattern.compile("([sh])([1-9]\\d{0,5})");
    private static final long NETWORK = 10L << 24;

    /** Everybody in 10.0.0.0/8. */
    public static final long BROADCAST_ADDRESS = NETWORK | 0xff_ffff;

    /** How many addresses of 256 are given to hosts: not those that end in 0 or 255. */
    private static final int USED_OF_256 = 254;

    private final Map<String, NetworkSpec.Switch> switches = new LinkedHashMap<>();
    private final Map<String, NetworkSpec.Host> hosts = new LinkedHashMap<>();
    private final List<NetworkSpec.Link> links = new ArrayList<>();
    private final Map<String, Integer> lastPorts = new HashMap<>();

    /** Whether the name is one that a switch can have. */
    static boolean isSwitchName(String name) {
        return NAME.matcher(name).matches() && name.startsWith("s");
    }

    /** The Ethernet address of the host with this number, in the low 48 bits. */
    public static long mac(int host) {
        return host;
    }

    /** The IPv4 address of the host with this number, in the low 32 bits. */
    public static long address(int host) {
        int block = (host - 1) / USED_OF_256;
        return NETWORK + 256L * block + (host - 1) % USED_OF_256 + 1;
    }

    /** Adds a switch, with the number that follows how many there are, and returns its name. */
    public String addSwitch() {
        return addSwitch("s" + (switches.size() + 1));
    }

    /** Adds the switch of this name, and returns the name. */
    public String addSwitch(String name) {
        int number = number(name, "s", "a switch");
        requireRoom(switches.size(), MAX_SWITCHES, "switches");
        if (switches.putIfAbsent(name, new NetworkSpec.Switch(name, number)) != null) {
            throw new NetworkException("there is a switch %s already".formatted(name));
        }
        return name;
    }

    /** Adds a host, with the number that follows how many there are and what goes with it, and links it to the switch. */
    public String addHost(String switchName) {
        String name = "h" + (hosts.size() + 1);
        addHost(numbered(name));
        link(name, switchName);
        return name;
    }

    /** Adds a host, which is not linked to anything yet. */
    public NetworkSpecBuilder addHost(NetworkSpec.Host host) {
        if (host.leases().isPresent() && host.address() == NetworkSpec.Host.BY_DHCP) {
            throw new NetworkException(
                    "host %s gives leases and has no address: needs one that is fixed".formatted(host.name()));
        }
        requireRoom(hosts.size(), MAX_HOSTS, "hosts");
        if (hosts.putIfAbsent(host.name(), host) != null) {
            throw new NetworkException("there is a host %s already".formatted(host.name()));
        }
        return this;
    }

    /** The host of this name with the addresses that its number says, and nothing special. */
    public static NetworkSpec.Host numbered(String name) {
        int number = number(name, "h", "a host");
        return new NetworkSpec.Host(name, mac(number), address(number), VlanId.NONE, Optional.empty());
    }

    /** Adds a link that is immediate and loses nothing. */
    public NetworkSpecBuilder link(String a, String b) {
        return link(a, b, Duration.ZERO, 0);
    }

    /**
     * Adds a link. A switch's end is its next port; a host can have one link, and is the link's a end.
     *
     * @param latency how long a frame is on the way
     * @param loss the part of the frames that are lost, 0 to 1
     */
    public NetworkSpecBuilder link(String a, String b, Duration latency, double loss) {
        if (latency.isNegative() || latency.compareTo(Durations.LONGEST) > 0) {
            throw new NetworkException("a link with latency %s: needs 0 to %s".formatted(latency, Durations.LONGEST));
        }
        if (!(loss >= 0 && loss <= 1)) {
            throw new NetworkException("a link with loss %s: needs 0 to 1, or 0%% to 100%%".formatted(loss));
        }
        if (a.equals(b)) {
            throw new NetworkException("a link from %s to itself: needs two nodes".formatted(a));
        }
        if (hosts.containsKey(a) && hosts.containsKey(b)) {
            throw new NetworkException("a link from %s to %s: needs a switch at one end".formatted(a, b));
        }
        requireRoom(links.size(), MAX_LINKS, "links");
        boolean isHostLast = hosts.containsKey(b);
        links.add(new NetworkSpec.Link(end(isHostLast ? b : a), end(isHostLast ? a : b), latency, loss));
        return this;
    }

    /**
     * What was made.
     *
     * @throws NetworkException if there is no switch, or a host is linked to nothing
     */
    public NetworkSpec build() {
        if (switches.isEmpty()) {
            throw new NetworkException("a network without a switch: needs one at least");
        }
        for (String host : hosts.keySet()) {
            if (!lastPorts.containsKey(host)) {
                throw new NetworkException("host %s has no link: needs one".formatted(host));
            }
        }
        return new NetworkSpec(List.copyOf(switches.values()), List.copyOf(hosts.values()), links);
    }

    boolean has(String node) {
        return switches.containsKey(node) || hosts.containsKey(node);
    }

    private NetworkSpec.End end(String node) {
        if (!has(node)) {
            throw new NetworkException("there is no %s to link".formatted(node));
        }
        if (hosts.containsKey(node)) {
            if (lastPorts.put(node, 0) != null) {
                throw new NetworkException("host %s has a link already: it can have one".formatted(node));
            }
            return new NetworkSpec.End(node, 0);
        }
        int port = lastPorts.merge(node, 1, Integer::sum);
        requireRoom(port - 1, MAX_PORT, "ports of switch " + node);
        return new NetworkSpec.End(node, port);
    }

    private static int number(String name, String letter, String kind) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches() || !matcher.group(1).equals(letter)) {
            throw new NetworkException(
                    "%s named '%s': needs %s and a number, such as %s1".formatted(kind, name, letter, letter));
        }
        return Integer.parseInt(matcher.group(2));
    }

    private static void requireRoom(int used, int limit, String what) {
        if (used >= limit) {
            throw new NetworkException("more than %,d %s: that is the most there can be".formatted(limit, what));
        }
    }
}
