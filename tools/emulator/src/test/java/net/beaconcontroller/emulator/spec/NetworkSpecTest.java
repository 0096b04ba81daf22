package net.beaconcontroller.emulator.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import net.beaconcontroller.net.Ipv4Address;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkSpecTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "single,1 1 1 1",
                "single,300 1 300 300",
                "linear,1 1 1 1",
                "linear,4 4 4 7",
                "ring,5 5 5 10",
                "tree,1,2 1 2 2",
                "tree,3,2 7 8 14",
                "fattree,4 20 16 48",
                "fattree,28 980 5488 16464",
                "mesh,5 5 5 15"
            })
    void topologiesHaveTheExpectedSize(String topology, int switches, int hosts, int links) {
        NetworkSpec spec = NetworkSpec.of(topology);
        assertThat(spec.switches()).hasSize(switches);
        assertThat(spec.hosts()).hasSize(hosts);
        assertThat(spec.links()).hasSize(links);
        assertConsistent(spec);
    }

    @Test
    void linearNetworksHaveTheirHostsOnTheFirstPorts() {
        assertThat(ends("linear,3")).containsExactly("h1:0 s1:1", "h2:0 s2:1", "s2:2 s1:2", "h3:0 s3:1", "s3:2 s2:3");
    }

    @Test
    void aRingIsALinearNetworkWithAClosingLink() {
        assertThat(ends("ring,3"))
                .startsWith(ends("linear,3").toArray(String[]::new))
                .endsWith("s1:3 s3:3");
    }

    @Test
    void treesAreNumberedDepthFirst() {
        assertThat(ends("tree,2,2"))
                .containsExactly("h1:0 s2:1", "h2:0 s2:2", "s1:1 s2:3", "h3:0 s3:1", "h4:0 s3:2", "s1:2 s3:3");
    }

    @Test
    void fatTreesNumberTheCoreFirstAndAttachHostsToTheLowerEdgePorts() {
        assertThat(ends("fattree,4"))
                .startsWith("h1:0 s13:1", "h2:0 s13:2", "h3:0 s14:1")
                .contains("s13:3 s5:1", "s13:4 s6:1", "s14:3 s5:2", "s5:3 s1:1", "s5:4 s2:1", "s6:3 s3:1")
                .endsWith("s12:4 s4:4");
    }

    @Test
    void aMeshLinksAllPairsOfSwitches() {
        assertThat(ends("mesh,3"))
                .containsExactly("h1:0 s1:1", "h2:0 s2:1", "s2:2 s1:2", "h3:0 s3:1", "s3:2 s1:3", "s3:3 s2:3");
    }

    @Test
    void hostAddressesAreDerivedFromNumbersAndNoneEndsIn0Or255() {
        List<NetworkSpec.Host> hosts = NetworkSpec.of("single,600").hosts();
        assertThat(hosts.getFirst()).isEqualTo(NetworkSpecBuilder.numbered("h1"));
        assertThat(hosts.getFirst().mac()).isEqualTo(1);
        assertThat(hosts.stream().map(host -> Ipv4Address.toString(host.address())))
                .doesNotHaveDuplicates()
                .contains("10.0.0.1", "10.0.0.254", "10.0.1.1", "10.0.1.254", "10.0.2.1")
                .noneMatch(address -> address.endsWith(".0") || address.endsWith(".255"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "single",
                "single,0",
                "single,",
                "linear,-1",
                "ring,2",
                "tree,2",
                "tree,0,2",
                "tree,101,1",
                "fattree,3",
                "fattree,0",
                "mesh,1",
                "mesh,2,2",
                "linear,9999999"
            })
    void refusesInvalidParametersAndNamesTheValidOnes(String topology) {
        String kind = topology.split(",", 2)[0];
        assertThatThrownBy(() -> NetworkSpec.of(topology))
                .isInstanceOf(NetworkException.class)
                .hasMessageStartingWith("topology '%s': needs %s,", topology, kind);
    }

    @Test
    void refusesAnUnknownTopologyAndNamesTheValidOnes() {
        assertThatThrownBy(() -> NetworkSpec.of("star,4"))
                .isInstanceOf(NetworkException.class)
                .hasMessage("unknown topology 'star,4'; valid topologies: %s", NetworkSpec.KINDS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "linear,10001|10,000|switches",
                "tree,30,9|10,000|switches",
                "fattree,200|10,000|switches",
                "single,65280|65,279|ports of switch s1"
            })
    void refusesTooLargeNetworksBeforeBuildingThem(String topology, String limit, String what) {
        assertThatThrownBy(() -> NetworkSpec.of(topology))
                .isInstanceOf(NetworkException.class)
                .hasMessage("too many %s: needs at most %s", what, limit);
    }

    @Test
    void refusesADuplicateName() {
        var builder = new NetworkSpecBuilder();
        builder.addSwitch("s4");
        assertThatThrownBy(() -> builder.addSwitch("s4")).hasMessage("duplicate switch s4");
    }

    @Test
    void refusesAHostWithoutALink() {
        var builder = new NetworkSpecBuilder().addHost(NetworkSpecBuilder.numbered("h1"));
        builder.addSwitch();
        assertThatThrownBy(builder::build).hasMessage("host h1 has no link: needs one");
    }

    @Test
    void refusesASecondLinkOfAHost() {
        var builder = new NetworkSpecBuilder();
        String host = builder.addHost(builder.addSwitch());
        String other = builder.addSwitch();
        assertThatThrownBy(() -> builder.link(other, host)).hasMessage("host h1 has a link already: needs exactly one");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void everyTreeIsConnectedAndHasOneLinkLessThanNodes(int depth) {
        for (int fanout = 1; fanout <= 5; fanout++) {
            NetworkSpec spec = NetworkSpec.of("tree,%d,%d".formatted(depth, fanout));
            assertConsistent(spec);
            assertThat(spec.hosts()).hasSize((int) Math.pow(fanout, depth));
            assertThat(spec.links())
                    .hasSize(spec.switches().size() + spec.hosts().size() - 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 6, 8, 10, 12, 14})
    void everySwitchOfAFatTreeHasKPorts(int k) {
        NetworkSpec spec = NetworkSpec.of("fattree," + k);
        assertConsistent(spec);
        assertThat(ports(spec).values()).allSatisfy(ports -> assertThat(ports).hasSize(k));
    }

    private static List<String> ends(String topology) {
        return NetworkSpec.of(topology).links().stream()
                .map(link -> link.a() + " " + link.b())
                .toList();
    }

    /** Asserts that switch sI has datapath id I and consecutive ports from 1, and that the network is connected. */
    private static void assertConsistent(NetworkSpec spec) {
        int switchNumber = 1;
        for (NetworkSpec.Switch sw : spec.switches()) {
            assertThat(sw).isEqualTo(new NetworkSpec.Switch("s" + switchNumber, switchNumber));
            switchNumber++;
        }
        ports(spec).forEach((name, ports) -> assertThat(ports)
                .as(name)
                .isEqualTo(LongStream.rangeClosed(1, ports.size()).boxed().toList()));
        assertThat(reachable(spec))
                .hasSize(spec.switches().size() + spec.hosts().size());
    }

    /** Returns the ports of each switch in the order of the links. */
    private static Map<String, List<Long>> ports(NetworkSpec spec) {
        var ports = new HashMap<String, List<Long>>();
        for (NetworkSpec.Link link : spec.links()) {
            for (NetworkSpec.End end : List.of(link.a(), link.b())) {
                if (end.node().startsWith("s")) {
                    ports.computeIfAbsent(end.node(), _ -> new ArrayList<>()).add(end.port());
                }
            }
        }
        return ports;
    }

    /** Returns the nodes that are reachable from the first switch. */
    private static Set<String> reachable(NetworkSpec spec) {
        var neighbours = new HashMap<String, List<String>>();
        for (NetworkSpec.Link link : spec.links()) {
            neighbours
                    .computeIfAbsent(link.a().node(), _ -> new ArrayList<>())
                    .add(link.b().node());
            neighbours
                    .computeIfAbsent(link.b().node(), _ -> new ArrayList<>())
                    .add(link.a().node());
        }
        var reached = new HashSet<>(Set.of("s1"));
        var next = new ArrayDeque<>(reached);
        while (!next.isEmpty()) {
            for (String neighbour : neighbours.getOrDefault(next.remove(), List.of())) {
                if (reached.add(neighbour)) {
                    next.add(neighbour);
                }
            }
        }
        return reached;
    }
}
