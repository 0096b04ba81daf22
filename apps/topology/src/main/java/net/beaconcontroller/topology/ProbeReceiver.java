package net.beaconcontroller.topology;

import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.concurrent.EnumCounters;

/** Receives probes and verifies them. Used on the loops of the receiving switches. */
final class ProbeReceiver {
    /** Rounds after which a probe is too old. Generous, because a busy controller reads probes late. */
    private static final int MAX_AGE_ROUNDS = 3;

    private final ProbeFormat format;
    private final long maxAgeNanos;
    private final ProbedSwitches switches;
    private final ProbedPorts ports;
    private final LinkActivities activities;
    private final LinkAdmission admission;
    private final LoopDetector loops;
    private final EnumCounters<ProbeOutcome> outcomes;
    private final TopologyThread topologyThread;

    ProbeReceiver(
            ProbeFormat format,
            Timing timing,
            ProbedSwitches switches,
            ProbedPorts ports,
            LinkActivities activities,
            LinkAdmission admission,
            LoopDetector loops,
            EnumCounters<ProbeOutcome> outcomes,
            TopologyThread topologyThread) {
        this.format = format;
        this.maxAgeNanos = MAX_AGE_ROUNDS * timing.round().toNanos();
        this.switches = switches;
        this.ports = ports;
        this.activities = activities;
        this.admission = admission;
        this.loops = loops;
        this.outcomes = outcomes;
        this.topologyThread = topologyThread;
    }

    /**
     * Handles a probe. LLDP frames are always consumed, because they must not be forwarded (IEEE 802.1AB section 7.1).
     * Other frames of the experimental EtherType are passed on.
     */
    Next receive(Switch sw, PacketInContext in) {
        ProbeFormat.ReadResult result = format.read(in.frame());
        if (result instanceof Probe probe) {
            result = verify(sw, in, probe);
        }
        if (result instanceof ProbeOutcome outcome) {
            outcomes.increment(outcome);
        }
        boolean isForeign = in.frame().type() == ProbeFormat.TYPE_BROADCAST && result == ProbeOutcome.UNRECOGNIZED;
        return isForeign ? Next.PASS : Next.STOP;
    }

    /** Verifies and applies a probe with a valid signature. It can still be a copy that a host has sent. */
    private ProbeFormat.ReadResult verify(Switch sw, PacketInContext in, Probe probe) {
        var to = new SwitchPort(sw.datapathId(), in.inPort());
        ProbedSwitch probed = switches.of(sw);
        long ageNanos = in.receivedNanos() - probe.sentNanos();
        if (probed == null || ageNanos > maxAgeNanos) {
            return ProbeOutcome.REPLAYED;
        }
        if (probe.from().equals(to)) {
            return loops.returned(probed, probe);
        }
        if (probe.kind() == Link.Kind.DIRECT && !ports.isFirstArrival(probe)) {
            return ProbeOutcome.REPLAYED;
        }
        var link = new Link(probe.from(), to, probe.kind());
        long transitNanos = Math.max(0, ageNanos - halfRoundTripsNanos(link));
        LinkActivity known = activities.of(link);
        if (known != null) {
            if (!known.record(probe.sentNanos(), in.receivedNanos(), transitNanos)) {
                return ProbeOutcome.REPLAYED;
            }
            admission.accept(link, probe.sentNanos());
        } else {
            // a host can send copies of an indirect probe at any rate
            if (!link.isDirect() && !probed.queue(link)) {
                return ProbeOutcome.REPLAYED;
            }
            var first = new LinkActivity(probe.sentNanos(), in.receivedNanos(), transitNanos);
            topologyThread.change(model -> {
                probed.dequeue(link);
                admission.admit(model, link, first, probe.sentNanos());
            });
        }
        return probe;
    }

    private long halfRoundTripsNanos(Link link) {
        return link.ends().stream()
                .mapToLong(end -> switches.halfRoundTripNanos(end.datapathId()))
                .sum();
    }
}
