package net.beaconcontroller.emulator.spec;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.PortNumber;

/**
 * A builder of a {@link NetworkSpec}. Throws a {@link NetworkException} for duplicate names, links to unknown nodes
 * and networks beyond the limits.
 */
public final class NetworkSpecBuilder {
    static final int MAX_SWITCHES = 10_000;
    static final int MAX_HOSTS = 100_000;
    static final int MAX_LINKS = 1_000_000;

    /** The highest port number; those above are reserved in OpenFlow 1.0, section 5.2.1. */
    public static final int MAX_PORT = 0xfeff;

    private static final Pattern NAME = Pattern.compile("([sh])([1-9]\\d{0,5})");
    private static final long NETWORK = 10L << 24;

    /** The broadcast address of 10.0.0.0/8. */
    public static final long BROADCAST_ADDRESS = NETWORK | 0xff_ffff;

    /** The host addresses in each block of 256, without those that end in 0 or 255. */
    private static final int USED_OF_256 = 254;

    private final Map<String, NetworkSpec.Switch> switches = new LinkedHashMap<>();
    private final Map<String, NetworkSpec.Host> hosts = new LinkedHashMap<>();
    private final List<NetworkSpec.Link> links = new ArrayList<>();
    private final Map<String, Integer> lastPorts = new HashMap<>();
    /** The switches whose local port has a host. */
    private final Set<String> usedLocalPorts = new HashSet<>();

    /** Whether the name has the form of a switch name. */
    static boolean isSwitchName(String name) {
        return NAME.matcher(name).matches() && name.startsWith("s");
    }

    /** Returns the Ethernet address of a host, in the low 48 bits. */
    public static long mac(int host) {
        return host;
    }

    /** Returns the IPv4 address of a host, in the low 32 bits. */
    public static long address(int host) {
        int block = (host - 1) / USED_OF_256;
        return NETWORK + 256L * block + (host - 1) % USED_OF_256 + 1;
    }

    /** Adds a switch with the next number and returns its name. */
    public String addSwitch() {
        return addSwitch("s" + (switches.size() + 1));
    }

    /** Adds a switch and returns its name. */
    public String addSwitch(String name) {
        int number = number(name, "s", "a switch");
        requireRoom(switches.size(), MAX_SWITCHES, "switches");
        if (switches.putIfAbsent(name, new NetworkSpec.Switch(name, number)) != null) {
            throw new NetworkException("duplicate switch %s".formatted(name));
        }
        return name;
    }

    /** Adds a host with the next number and default addresses, links it to the switch and returns its name. */
    public String addHost(String switchName) {
        String name = "h" + (hosts.size() + 1);
        addHost(numbered(name));
        link(name, switchName);
        return name;
    }

    /** Adds a host as {@link #addHost(String)} does, but links it to the local port of the switch (OFPP_LOCAL). */
    public String addLocalHost(String switchName) {
        String name = "h" + (hosts.size() + 1);
        addHost(numbered(name));
        linkLocal(name, switchName, Duration.ZERO, 0);
        return name;
    }

    /** Adds a host without a link. */
    public NetworkSpecBuilder addHost(NetworkSpec.Host host) {
        if (host.leases().isPresent() && host.address() == NetworkSpec.Host.BY_DHCP) {
            throw new NetworkException("host %s leases addresses: needs a fixed address".formatted(host.name()));
        }
        requireRoom(hosts.size(), MAX_HOSTS, "hosts");
        if (hosts.putIfAbsent(host.name(), host) != null) {
            throw new NetworkException("duplicate host %s".formatted(host.name()));
        }
        return this;
    }

    /** Returns a host with the default addresses of its number. */
    public static NetworkSpec.Host numbered(String name) {
        int number = number(name, "h", "a host");
        return new NetworkSpec.Host(name, mac(number), address(number), VlanId.NONE, Optional.empty());
    }

    /** Adds a link without latency and loss. */
    public NetworkSpecBuilder link(String a, String b) {
        return link(a, b, Duration.ZERO, 0);
    }

    /**
     * Adds a link at the next free port of each switch. A host has exactly one link and is its A end.
     *
     * @param latency the one-way delay of a frame
     * @param loss the probability that a frame is lost, 0 to 1
     */
    public NetworkSpecBuilder link(String a, String b, Duration latency, double loss) {
        if (a.equals(b)) {
            throw new NetworkException("a link from %s to itself: needs two nodes".formatted(a));
        }
        if (hosts.containsKey(a) && hosts.containsKey(b)) {
            throw new NetworkException("a link from %s to %s: needs a switch at one end".formatted(a, b));
        }
        boolean isHostLast = hosts.containsKey(b);
        return add(end(isHostLast ? b : a), end(isHostLast ? a : b), latency, loss);
    }

    /**
     * Adds a link from a host to the local port of a switch (OFPP_LOCAL).
     *
     * @param latency the one-way delay of a frame
     * @param loss the probability that a frame is lost, 0 to 1
     */
    public NetworkSpecBuilder linkLocal(String host, String sw, Duration latency, double loss) {
        if (!hosts.containsKey(host) || !switches.containsKey(sw)) {
            throw new NetworkException(
                    "a link from %s to the local port of %s: needs a host and a switch".formatted(host, sw));
        }
        if (!usedLocalPorts.add(sw)) {
            throw new NetworkException("the local port of %s has a link already: needs at most one".formatted(sw));
        }
        return add(end(host), new NetworkSpec.End(sw, PortNumber.LOCAL), latency, loss);
    }

    private NetworkSpecBuilder add(NetworkSpec.End a, NetworkSpec.End b, Duration latency, double loss) {
        if (latency.isNegative() || latency.compareTo(Durations.LONGEST) > 0) {
            throw new NetworkException("a link with latency %s: needs 0 to %s".formatted(latency, Durations.LONGEST));
        }
        if (!(loss >= 0 && loss <= 1)) {
            throw new NetworkException("a link with loss %s: needs 0 to 1, or 0%% to 100%%".formatted(loss));
        }
        requireRoom(links.size(), MAX_LINKS, "links");
        links.add(new NetworkSpec.Link(a, b, latency, loss));
        return this;
    }

    /**
     * Returns the network.
     *
     * @throws NetworkException without a switch, or if a host has no link
     */
    public NetworkSpec build() {
        if (switches.isEmpty()) {
            throw new NetworkException("network without switches: needs at least one");
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
            throw new NetworkException("link to unknown node %s".formatted(node));
        }
        if (hosts.containsKey(node)) {
            if (lastPorts.put(node, 0) != null) {
                throw new NetworkException("host %s has a link already: needs exactly one".formatted(node));
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
            throw new NetworkException("too many %s: needs at most %,d".formatted(what, limit));
        }
    }
}
