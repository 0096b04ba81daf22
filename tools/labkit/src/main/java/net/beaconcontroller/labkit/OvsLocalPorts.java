package net.beaconcontroller.labkit;

import java.util.stream.Stream;

/** The local ports of the switches of a lab: the interfaces by which their bridges have addresses of their own. */
public final class OvsLocalPorts {
    private final OvsLab lab;
    private final Shell shell;

    OvsLocalPorts(OvsLab lab, Shell shell) {
        this.lab = lab;
        this.shell = shell;
    }

    /**
     * Gives the local port of each switch an address. It is up from now on. All these ports are in the namespace of the
     * lab, whose kernel would neither send packets between them through the switches nor use the right port: each has
     * a routing table of its own.
     */
    public void setUp() {
        shell.script(Stream.concat(
                        Stream.of(
                                OvsLab.write(lab.name(), "net/ipv4/conf/all/arp_ignore", 1),
                                OvsLab.write(lab.name(), "net/ipv4/conf/all/arp_announce", 2),
                                // Leaves the rule for local addresses, unless it was moved before.
                                "ip -n %s rule flush".formatted(lab.name()),
                                "ip -n %s rule add pref 100 lookup local".formatted(lab.name()),
                                "ip -n %s rule del pref 0 || :".formatted(lab.name())),
                        lab.switches().flatMap(this::newLocalPort))
                .toList());
    }

    private Stream<String> newLocalPort(int sw) {
        String device = "s" + sw;
        int table = 1000 + sw;
        return Stream.of(
                OvsLab.write(lab.name(), "net/ipv4/conf/%s/accept_local".formatted(device), 1),
                OvsLab.write(lab.name(), "net/ipv4/conf/%s/rp_filter".formatted(device), 0),
                "ip -n %s link set %s up".formatted(lab.name(), device),
                "ip -n %s address add %s/24 dev %s".formatted(lab.name(), address(sw), device),
                "ip -n %s route add 10.0.0.0/24 dev %s table %d".formatted(lab.name(), device, table),
                "ip -n %s rule add pref 10 iif %s lookup local".formatted(lab.name(), device),
                "ip -n %s rule add pref 20 from %s lookup %d".formatted(lab.name(), address(sw), table));
    }

    /** Returns the address of the local port of a switch, after {@link #setUp}. */
    public String address(int sw) {
        return "10.0.0.%d".formatted(200 + sw);
    }

    /** Returns whether the local port of a switch receives a reply from an address. */
    public boolean ping(int sw, String to) {
        String ping = "ip netns exec %s ping -n -c1 -W2 -I %s %s".formatted(lab.name(), address(sw), to);
        return Stream.generate(() -> shell.attempt(ping))
                .limit(OvsLab.PING_TRIES)
                .anyMatch(Shell.Outcome::succeeded);
    }
}
