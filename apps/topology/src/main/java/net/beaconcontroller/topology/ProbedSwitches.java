package net.beaconcontroller.topology;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import net.beaconcontroller.api.Switch;
import org.jspecify.annotations.Nullable;

/** The connected switches, by datapath id. Thread-safe. */
final class ProbedSwitches {
    private final Map<Long, ProbedSwitch> byDatapathId = new ConcurrentHashMap<>();

    ProbedSwitch add(Switch sw) {
        var probed = new ProbedSwitch(sw);
        byDatapathId.put(sw.datapathId(), probed);
        return probed;
    }

    /** Removes a switch. Returns false if another connection has replaced it. */
    boolean remove(Switch sw) {
        ProbedSwitch probed = of(sw);
        return probed != null && byDatapathId.remove(sw.datapathId(), probed);
    }

    /** Returns the switch with a datapath id, or null if it is not connected. */
    @Nullable
    ProbedSwitch of(long datapathId) {
        return byDatapathId.get(datapathId);
    }

    /** Returns null if another connection has replaced the switch. */
    @Nullable
    ProbedSwitch of(Switch sw) {
        ProbedSwitch probed = of(sw.datapathId());
        return probed != null && probed.sw() == sw ? probed : null;
    }

    /** Returns the recent maximum delay of the probes over the links of a switch, see {@link ProbedSwitch}. */
    long maxDelayNanos(long datapathId) {
        ProbedSwitch probed = of(datapathId);
        return probed == null ? 0 : probed.maxDelayNanos();
    }

    /** Records the delay of a probe over a link for both of its switches. */
    void probeDelayed(Link link, long delayNanos, long limitNanos) {
        for (SwitchPort end : link.ends()) {
            ProbedSwitch probed = of(end.datapathId());
            if (probed != null) {
                probed.probeDelayed(delayNanos, limitNanos);
            }
        }
    }

    /** Returns half the round-trip time of the connection of a switch; 0 if it is unknown. */
    long halfRoundTripNanos(long datapathId) {
        ProbedSwitch probed = of(datapathId);
        return probed == null
                ? 0
                : probed.sw().roundTripTime().map(Duration::toNanos).orElse(0L) / 2;
    }
}
