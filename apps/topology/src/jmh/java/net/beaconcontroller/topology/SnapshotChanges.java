package net.beaconcontroller.topology;

import java.time.Duration;
import net.beaconcontroller.jmh.NetworkBenchmark;
import net.beaconcontroller.topology.TopologySnapshot.FloodPorts;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Measures how long it takes to create a snapshot after a change: a link is removed or added in a network of 980
 * switches with 28 neighbours each. {@code changeAndFlood} also computes the flood ports, as the first broadcast after
 * the change does.
 *
 * <pre>java -cp 'tools/jmh/target/*:tools/jmh/target/lib/*' org.openjdk.jmh.Main SnapshotChanges</pre>
 */
public class SnapshotChanges extends NetworkBenchmark {
    private static final String TOKEN = "token";

    @Param("980")
    public int switches = 980;

    @Param("28")
    public int neighbours = 28;

    private final TopologyModel model = new TopologyModel(Duration.ofSeconds(10), _ -> {});
    private Link link = link(0, 1);

    /** Port n of a switch is connected to the n-th switch after it; the last port is an edge. */
    @Setup
    public void network() {
        for (long id = 0; id < switches; id++) {
            model.addSwitch(id, 0);
            for (long port = 1; port <= neighbours + 1; port++) {
                var at = new SwitchPort(id, port);
                model.addPort(at);
                model.unsettle(at, TOKEN);
                model.settle(at, TOKEN, 0);
            }
        }
        for (long id = 0; id < switches; id++) {
            for (long port = 1; port <= neighbours / 2; port++) {
                addBoth(link(id, port));
            }
        }
        model.publish();
        link = link(0, 1);
    }

    private Link link(long from, long port) {
        return new Link(
                new SwitchPort(from, port),
                new SwitchPort((from + port) % switches, neighbours / 2 + port),
                Link.Kind.DIRECT);
    }

    private void addBoth(Link oneWay) {
        model.addLink(oneWay, 0);
        model.addLink(oneWay.reversed(), 0);
    }

    @Benchmark
    public TopologySnapshot change() {
        if (model.hasLink(link)) {
            model.removeLink(link);
            model.removeLink(link.reversed());
        } else {
            addBoth(link);
        }
        model.publish();
        return model.snapshot();
    }

    @Benchmark
    public Iterable<FloodPorts> changeAndFlood() {
        return change().floodPorts(0);
    }
}
