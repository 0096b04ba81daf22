package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.beaconcontroller.lab.Gateway.Kind;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.net.MacAddress;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addresses of hosts and of routers of first-hop redundancy protocols at real switches. */
@NeedsOpenVSwitch
class AddressesTest {
    private static final String APPS = "topology,devices,routing";
    private static final int HOSTS = 4;

    /** The time for which a host sends 200 pings per second. */
    private static final int SECONDS = Integer.getInteger("lab.gateway-seconds", 1);

    private static final Pattern COUNTS = Pattern.compile("(\\d+) packets transmitted, (\\d+) received");
    private static final Pattern FIRST = Pattern.compile("icmp_seq=1 .*time=([\\d.]+) ms");
    private static final Pattern FLOODS = Pattern.compile("\"flooded\",\"[a-z]+\":(\\d+)");
    private static final Duration TAKE_OVER = Duration.ofSeconds(1);
    private static final Duration RELEARNING = Duration.ofSeconds(5);

    /** The pings of a second, after which a claim is decided. */
    private static final int PINGS = 50;

    @TempDir
    private static Path folder;

    private static OvsLab lab;
    private static BeaconProcess beacon;

    @BeforeAll
    static void build() {
        lab = OvsLab.build("linear," + HOSTS, "OpenFlow13");
        beacon = startBeacon();
        // The first packets wait for classes that are loaded.
        assertThat(lab.pingAll().failed()).as(() -> beacon.toString()).isEmpty();
    }

    private static BeaconProcess startBeacon() {
        var started = BeaconProcess.startIn(lab, APPS, folder.toString());
        started.control(lab);
        started.awaitLine("topology: %d switches, %d links, %d edges;".formatted(HOSTS, HOSTS - 1, HOSTS));
        return started;
    }

    @AfterAll
    static void close() {
        try (OvsLab _ = lab) {
            beacon.close();
        }
    }

    /** Two routers that share an address, a host that would like to have it, and pings to it. */
    private static final class Group implements AutoCloseable {
        final String address;
        final Gateway first;
        final Gateway second;
        final Gateway thief;
        final PingCommand pings;

        Group(Kind kind) throws Exception {
            long groupMac = 0x0000_5e00_010aL + kind.ordinal();
            address = "10.0.0.10" + kind.ordinal();
            long ip = Ipv4Address.parse(address).value();
            first = Gateway.start(lab, 2, kind, groupMac, ip);
            second = Gateway.start(lab, 3, kind, groupMac, ip);
            thief = Gateway.start(lab, 4, kind, groupMac, ip);
            first.takeOver();
            assertNothingIsLost();
            pings = PingCommand.start(lab, 1, address);
        }

        private void assertNothingIsLost() {
            long floods = floods();
            String output = lab.inHost(1, "ping -n -i0.005 -W1 -c%d %s".formatted(200 * SECONDS, address));
            Matcher reply = FIRST.matcher(output);
            assertThat(reply.find()).as(output).isTrue();
            assertThat(Double.parseDouble(reply.group(1)))
                    .as("milliseconds until the first reply")
                    .isLessThan(500);
            Matcher counts = COUNTS.matcher(output);
            assertThat(counts.find()).as(output).isTrue();
            int sent = Integer.parseInt(counts.group(1));
            assertThat(sent - Integer.parseInt(counts.group(2)))
                    .as("lost of %d", sent)
                    .isLessThanOrEqualTo(sent / 100);
            // There are also advertisements.
            assertThat(floods() - floods).as("floods during %d pings", sent).isLessThan(sent / 4);
        }

        private static long floods() {
            Matcher floods = FLOODS.matcher(beacon.rest(folder).get("routing"));
            return floods.find() ? Long.parseLong(floods.group(1)) : 0;
        }

        static void assertReceives(List<Gateway> gateways) {
            long[] before = gateways.stream().mapToLong(Gateway::requests).toArray();
            await().untilAsserted(() -> {
                for (int i = 0; i < before.length; i++) {
                    assertThat(gateways.get(i).requests()).isGreaterThan(before[i] + PINGS);
                }
            });
        }

        @Override
        public void close() {
            pings.close();
            first.close();
            second.close();
            thief.close();
        }
    }

    @Test
    @Tag("measuring")
    void anAddressOfRoutersIsReachedAtOnceAndTakenOverWithinASecondButNotByAnotherHost() throws Exception {
        var groups = new ArrayList<Group>();
        try {
            for (Kind kind : Kind.values()) {
                groups.add(new Group(kind));
            }
            List<Gateway> first = groups.stream().map(group -> group.first).toList();
            groups.forEach(group -> group.thief.takeOver());
            Group.assertReceives(first);
            groups.forEach(group -> group.thief.stepDown());
            Group.assertReceives(first);
            var begin = Instant.now();
            groups.forEach(group -> {
                group.first.stepDown();
                group.second.takeOver();
            });
            Group.assertReceives(groups.stream().map(group -> group.second).toList());
            for (Group group : groups) {
                assertThat(group.pings.longestGap(begin))
                        .as("%s; %s%n%s", group.address, beacon, group.pings)
                        .isLessThan(TAKE_OVER);
                assertThat(group.thief.requests())
                        .as("pings to %s that the thief received", group.address)
                        .isZero();
            }
        } finally {
            groups.forEach(Group::close);
        }
    }

    /** All nodes of a cluster need the packets to its MAC address, which is never the source of a frame. */
    @Test
    void aFlowSendsThePacketsOfAClusterToAllItsNodes() throws Exception {
        long clusterMac = 0x02bf_0a00_0064L;
        long address = Ipv4Address.parse("10.0.0.110").value();
        String flow = "dl_dst=%s,actions=".formatted(MacAddress.toString(clusterMac));
        lab.tables().addFlow(1, flow + "output:2");
        lab.tables().addFlow(2, flow + "output:1,output:3");
        lab.tables().addFlow(3, flow + "output:1");
        try (Gateway one = Gateway.start(lab, 2, Kind.VIRTUAL_IN_ARP, clusterMac, address);
                Gateway other = Gateway.start(lab, 3, Kind.VIRTUAL_IN_ARP, clusterMac, address)) {
            one.takeOver();
            other.takeOver();
            lab.inHost(1, "ping -n -c2 -i0.1 -W1 " + Ipv4Address.toString(address));
            await().untilAsserted(() ->
                    assertThat(List.of(one.requests(), other.requests())).allMatch(requests -> requests == 2));
        }
    }

    /** The packets of a pair of hosts have one flow, whether they are of IPv4 or IPv6. */
    private static void pingInPairs() {
        assertThat(lab.ping(1, 3)).isTrue();
        assertThat(lab.ping(2, 4)).isTrue();
        lab.inHost(1, "ping -6 -n -c1 -W2 fd00::2");
    }

    /** The hosts of a lab do not verify their neighbors, so that they send no claims. */
    @Test
    void addressesAreKnownAgainSoonAfterARestart() throws Exception {
        for (int host = 1; host <= 2; host++) {
            int other = 3 - host;
            lab.inHost(host, "sysctl -qw net.ipv6.conf.eth0.disable_ipv6=0 net.ipv6.conf.eth0.accept_dad=0");
            lab.inHost(host, "ip -6 address add fd00::%d/64 dev eth0 nodad".formatted(host));
            lab.inHost(
                    host,
                    "ip -6 neighbor replace fd00::%d lladdr %s dev eth0 nud permanent"
                            .formatted(other, lab.mac(other)));
        }
        pingInPairs();
        beacon.killNow();
        beacon = startBeacon();
        var begin = Instant.now();
        List<String> addresses = List.of("10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "fd00::1", "fd00::2");
        var attempts = new ArrayList<String>();
        await().untilAsserted(() -> {
            pingInPairs();
            String devices = beacon.rest(folder).get("devices");
            List<String> missing = addresses.stream()
                    .filter(address -> !devices.contains("\"%s\"".formatted(address)))
                    .toList();
            attempts.add("%s: unknown %s".formatted(Duration.between(begin, Instant.now()), missing));
            assertThat(missing).isEmpty();
        });
        assertThat(Duration.between(begin, Instant.now()))
                .as(() -> "%s, %s".formatted(attempts, beacon))
                .isLessThan(RELEARNING);
    }
}
