package net.beaconcontroller.topology;

import java.lang.System.Logger.Level;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.api.concurrent.Threads;

/**
 * The detection of ports that return their own frames: a loop plug, a hairpin, or a loop of bridges. Either a direct
 * probe returns, which no bridge forwards, or several broadcast probes in a row return and no host is known at the
 * port. A host can return probes as well; at a port that it shares with others, broadcast probes therefore do not
 * suffice.
 *
 * <p>The methods are called on the loop of the switch.
 */
final class LoopDetector {
    /** The number of broadcast probes in a row that have to return. */
    static final int BROADCASTS = 3;

    private final ProbedPorts ports;
    private final ProbeSender sender;
    private final TopologyThread topologyThread;
    private final RateLimitedLog log;

    LoopDetector(ProbedPorts ports, ProbeSender sender, TopologyThread topologyThread, Threads threads) {
        this.log = new RateLimitedLog(LinkDiscovery.LOG, 1, threads);
        this.ports = ports;
        this.sender = sender;
        this.topologyThread = topologyThread;
    }

    /** Handles a recent probe that has returned at its port. */
    ProbeOutcome returned(ProbedSwitch probed, Probe probe) {
        if (probe.kind() == Link.Kind.INDIRECT) {
            int inRow = ports.returned(probe);
            if (inRow == 0) {
                return ProbeOutcome.REPLAYED;
            }
            if (inRow < BROADCASTS) {
                Switch sw = probed.sw();
                sender.probe(sw, probe.from().port(), true);
                return ProbeOutcome.LOOPED;
            }
        }
        Link loop = RefusedLink.loop(probe.from(), probe.kind()).link();
        if (probed.queue(loop)) {
            topologyThread.change(model -> {
                probed.dequeue(loop);
                if (model.loop(probe.from(), probe.kind(), topologyThread.nowNanos())) {
                    log.log(
                            Level.WARNING,
                            "port %s returns its own frames: it is not an edge until they stop returning"
                                    .formatted(probe.from()));
                }
            });
        }
        return ProbeOutcome.LOOPED;
    }
}
