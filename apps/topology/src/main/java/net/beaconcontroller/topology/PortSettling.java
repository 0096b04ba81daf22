package net.beaconcontroller.topology;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.openflow.message.BarrierRequest;

/**
 * The settling of ports: a port that comes up, or loses its direct link, is probed, and becomes an edge unless a direct
 * link is found within the settling time. Used on the topology thread, but for the probes, which are sent on the loops
 * of the switches.
 */
final class PortSettling {
    private final Duration half;
    private final ProbedSwitches switches;
    private final ProbeSender sender;
    private final TopologyThread topologyThread;
    /**
     * The settling ports that are being probed, with the token of the settling period that the probes began with: a
     * port that flaps is probed once in a settling time.
     */
    private final Map<SwitchPort, Object> probing = new HashMap<>();

    /** @param time see {@link Timing#settling} */
    PortSettling(Duration time, ProbedSwitches switches, ProbeSender sender, TopologyThread topologyThread) {
        this.half = time.dividedBy(2);
        this.switches = switches;
        this.sender = sender;
        this.topologyThread = topologyThread;
    }

    /**
     * Starts to settle ports that are up: those that are new, and those that lost their direct link. The ports of a
     * switch without a connection remain unsettled until it returns.
     */
    void begin(TopologyModel model, Collection<SwitchPort> ports) {
        var token = new Object();
        ports.forEach(at -> model.unsettle(at, token));
        Map<Long, List<SwitchPort>> bySwitch = ports.stream().collect(Collectors.groupingBy(SwitchPort::datapathId));
        bySwitch.forEach((datapathId, ofSwitch) -> {
            ProbedSwitch probed = switches.of(datapathId);
            if (probed != null) {
                Switch sw = probed.sw();
                List<SwitchPort> idle = ofSwitch.stream()
                        .filter(at -> probing.putIfAbsent(at, token) == null)
                        .toList();
                sw.execute(() -> probeDirect(sw, idle, token));
            }
        });
    }

    /** Ends the settling of ports. Those that were down in the meantime settle again. */
    private void end(TopologyModel model, List<SwitchPort> ports, Object token) {
        List<SwitchPort> probed =
                ports.stream().filter(at -> probing.remove(at, token)).toList();
        probed.forEach(at -> model.settle(at, token, topologyThread.nowNanos()));
        begin(
                model,
                probed.stream()
                        .filter(at -> model.isUp(at) && !model.isSettled(at))
                        .toList());
    }

    /** Ignores the end of all probes that were sent to a switch before. */
    void forgetProbes(long datapathId) {
        probing.keySet().removeIf(port -> port.datapathId() == datapathId);
    }

    /** Probes ports that settle: the first half of the settling time detects direct links. */
    private void probeDirect(Switch sw, List<SwitchPort> ports, Object token) {
        List<SwitchPort> slice = ProbeSender.slice(ports);
        slice.forEach(at -> sender.probe(sw, at.port(), false));
        afterProbe(sw, model -> {
            var linked = new ArrayList<SwitchPort>();
            var others = new ArrayList<SwitchPort>();
            slice.forEach(at -> (model.isInfrastructure(at) ? linked : others).add(at));
            end(model, linked, token);
            sw.execute(() -> probeIndirect(sw, others, token));
        });
        List<SwitchPort> rest = ProbeSender.rest(ports);
        if (!rest.isEmpty()) {
            sw.after(ProbeSender.SLICE_PAUSE, () -> probeDirect(sw, rest, token));
        }
    }

    /** The second half of the settling time detects indirect links. */
    private void probeIndirect(Switch sw, List<SwitchPort> slice, Object token) {
        slice.forEach(at -> sender.probe(sw, at.port(), true));
        afterProbe(sw, model -> end(model, slice, token));
    }

    /**
     * Applies a change when half the settling time has passed since the switch sent probes, or later while probes over
     * its links are delayed. A busy controller also reads the reply to the barrier late, which hosts cannot influence.
     */
    private void afterProbe(Switch sw, Consumer<TopologyModel> change) {
        var _ = sw.request(new BarrierRequest()).whenComplete((_, _) -> {
            Duration delay = Duration.ofNanos(switches.maxDelayNanos(sw.datapathId()));
            sw.after(delay.compareTo(half) > 0 ? delay : half, () -> topologyThread.change(change));
        });
    }
}
