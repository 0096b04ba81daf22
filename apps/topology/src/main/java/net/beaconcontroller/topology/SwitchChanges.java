package net.beaconcontroller.topology;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.structure.Port;

/**
 * Keeps the switches and ports of the model as they are in the network. A switch that loses its connection keeps its
 * links and edges for a grace period, because it still forwards packets. When it returns, its ports are compared with
 * the known ones, and all are probed. With {@link RestartEvidence}, all its ports are new: the links and edges from
 * before are removed.
 *
 * <p>Used on the topology thread.
 */
final class SwitchChanges {
    private final Duration lostSwitch;
    private final ProbedSwitches switches;
    private final LinkActivities activities;
    private final ProbedPorts ports;
    private final ProbeSender sender;
    private final PortSettling settling;
    private final LinkAdmission admission;
    private final TopologyThread topologyThread;

    /** @param lostSwitch see {@link Timing#lostSwitch} */
    SwitchChanges(
            Duration lostSwitch,
            ProbedSwitches switches,
            LinkActivities activities,
            ProbedPorts ports,
            ProbeSender sender,
            PortSettling settling,
            LinkAdmission admission,
            TopologyThread topologyThread) {
        this.lostSwitch = lostSwitch;
        this.switches = switches;
        this.activities = activities;
        this.ports = ports;
        this.sender = sender;
        this.settling = settling;
        this.admission = admission;
        this.topologyThread = topologyThread;
    }

    /** Returns the numbers of the ports that are up. */
    static Set<Long> portsUp(Switch sw) {
        return sw.ports().stream()
                .filter(port -> port.isUp() && PortNumber.isStandard(port.number()))
                .map(Port::number)
                .collect(Collectors.toSet());
    }

    void connected(TopologyModel model, ProbedSwitch probed, Set<Long> portsUp) {
        Switch sw = probed.sw();
        long datapathId = sw.datapathId();
        long now = topologyThread.nowNanos();
        boolean isReturning = model.hasSwitch(datapathId);
        boolean wasLost = isReturning && !model.isConnected(datapathId);
        model.addSwitch(datapathId, now);
        admission.switchConnected(now);
        settling.forgetProbes(datapathId);
        Optional<String> restart = wasLost ? RestartEvidence.of(sw, model.portsHash(datapathId)) : Optional.empty();
        if (restart.isPresent()) {
            renewPorts(model, sw, portsUp, restart.get());
            return;
        }
        PortDifference difference = applyPorts(model, datapathId, portsUp);
        if (isReturning) {
            activities.restart(model.links(datapathId), now);
            sw.execute(() -> sender.probeNow(sw, List.copyOf(portsUp)));
        }
        if (wasLost) {
            LinkDiscovery.LOG.log(
                    Level.INFO,
                    "switch %s is connected again after %.1f s; ports: %d as before, %d removed, %d settling"
                            .formatted(
                                    sw,
                                    model.disconnectedNanos(datapathId, now) / 1e9,
                                    portsUp.size() - difference.unsettled,
                                    difference.gone,
                                    difference.unsettled));
            checkAges(probed, now - model.disconnectedNanos(datapathId, now));
        }
    }

    /** Compares the ages of the ports with the time since the loss of the connection, in OpenFlow 1.3 and later. */
    private void checkAges(ProbedSwitch probed, long lostNanos) {
        Switch sw = probed.sw();
        if (!sw.version().isAtLeast(Version.OF13)) {
            return;
        }
        var _ = sw.request(new PortStats.Request(PortNumber.ANY))
                .thenAccept(reply -> RestartEvidence.of(reply, topologyThread.nowNanos() - lostNanos)
                        .ifPresent(restart -> topologyThread.change(model -> {
                            if (switches.of(sw) == probed) {
                                renewPorts(model, sw, portsUp(sw), restart);
                            }
                        })));
    }

    /** Makes the ports of a switch that was restarted or replaced as new as if they had just come up. */
    private void renewPorts(TopologyModel model, Switch sw, Set<Long> portsUp, String evidence) {
        long datapathId = sw.datapathId();
        List<SwitchPort> bare = model.ports(datapathId).stream()
                .flatMap(port -> ports.remove(model, port).stream())
                .toList();
        settling.begin(model, bare.stream().filter(model::isUp).toList());
        var _ = applyPorts(model, datapathId, portsUp);
        LinkDiscovery.LOG.log(
                Level.INFO,
                "switch %s is connected again after %.1f s; it was restarted or replaced: %s; ports: %d settling"
                        .formatted(
                                sw,
                                model.disconnectedNanos(datapathId, topologyThread.nowNanos()) / 1e9,
                                evidence,
                                portsUp.size()));
    }

    /** @param portsHash see {@link RestartEvidence#portsHash} */
    void disconnected(TopologyModel model, Switch sw, int portsHash) {
        model.disconnect(sw.datapathId(), portsHash, topologyThread.nowNanos());
        LinkDiscovery.LOG.log(
                Level.WARNING,
                "switch %s lost its connection; its links and edges are kept for %.1f s"
                        .formatted(sw, lostSwitch.toMillis() / 1e3));
    }

    void removeLost(TopologyModel model) {
        long now = topologyThread.nowNanos();
        for (Long datapathId : model.expired(lostSwitch, now)) {
            long lostNanos = model.disconnectedNanos(datapathId, now);
            settling.forgetProbes(datapathId);
            settling.begin(model, ports.removeSwitch(model, datapathId));
            LinkDiscovery.LOG.log(
                    Level.WARNING,
                    "switch %s removed: it has not reconnected for %.1f s"
                            .formatted(DatapathId.toString(datapathId), lostNanos / 1e9));
        }
    }

    /** The numbers of ports of the model that a switch does not have any more, and of those that settle. */
    private record PortDifference(int gone, int unsettled) {}

    /** Makes the ports of a switch in the model those that are up. */
    private PortDifference applyPorts(TopologyModel model, long datapathId, Collection<Long> portsUp) {
        List<SwitchPort> gone = model.ports(datapathId).stream()
                .filter(port -> !portsUp.contains(port.port()))
                .toList();
        gone.forEach(port -> settling.begin(model, ports.remove(model, port)));
        List<SwitchPort> unsettled = portsUp.stream()
                .map(port -> new SwitchPort(datapathId, port))
                .filter(port -> !model.isSettled(port))
                .toList();
        unsettled.stream().filter(port -> !model.isUp(port)).forEach(port -> ports.add(model, port));
        settling.begin(model, unsettled);
        return new PortDifference(gone.size(), unsettled.size());
    }

    void comparePorts(TopologyModel model, ProbedSwitch probed) {
        // first, so that a later change is queued
        probed.dequeueComparison();
        var _ = applyPorts(model, probed.sw().datapathId(), portsUp(probed.sw()));
    }

    /** Applies the latest change of a port. A port that went down and is up again has lost its links all the same. */
    void changePort(TopologyModel model, ProbedSwitch probed, long number) {
        boolean isUp = probed.dequeuePort(number);
        var at = new SwitchPort(probed.sw().datapathId(), number);
        settling.begin(model, ports.remove(model, at));
        if (isUp) {
            ports.add(model, at);
            settling.begin(model, List.of(at));
        }
    }
}
