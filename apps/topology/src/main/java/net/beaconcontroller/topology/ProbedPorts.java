package net.beaconcontroller.topology;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import net.beaconcontroller.api.concurrent.Time;

/**
 * The times of the probes of the ports of the model. The topology thread adds and removes the entries together with the
 * ports; any thread may use them.
 */
final class ProbedPorts {
    private final Time time;
    private final Map<SwitchPort, PortProbes> probes = new ConcurrentHashMap<>();

    ProbedPorts(Time time) {
        this.time = time;
    }

    /** Adds a port that came up to the model. */
    void add(TopologyModel model, SwitchPort at) {
        model.addPort(at);
        if (model.isUp(at)) {
            probes.put(at, new PortProbes(time.nanos(), LinkExpiry.FOREIGN_INTERVAL.toNanos()));
        }
    }

    /** Removes a port from the model. Returns the other ports that lost their direct link. */
    List<SwitchPort> remove(TopologyModel model, SwitchPort at) {
        probes.remove(at);
        return model.removePort(at);
    }

    /** Removes a switch from the model. Returns the ports of other switches that lost their direct link. */
    List<SwitchPort> removeSwitch(TopologyModel model, long datapathId) {
        model.ports(datapathId).forEach(probes::remove);
        return model.removeSwitch(datapathId);
    }

    /**
     * Returns whether this direct probe was sent after its port came up, and after all received ones of the port. A
     * probe counts only where it arrives first.
     */
    boolean isFirstArrival(Probe probe) {
        PortProbes port = probes.get(probe.from());
        return port != null && port.isNewer(probe.sentNanos());
    }

    /** Returns whether a port is known and no probe of it was requested recently, and records a request. */
    boolean mayRequest(SwitchPort at) {
        PortProbes port = probes.get(at);
        return port != null && port.mayRequest(time.nanos(), LinkExpiry.FOREIGN_INTERVAL.toNanos());
    }

    /** Records that a broadcast probe of a port is sent. On the loop of its switch. */
    void broadcastSent(Probe probe) {
        PortProbes port = probes.get(probe.from());
        if (port != null) {
            port.broadcastSent(probe.sentNanos());
        }
    }

    /** See {@link PortProbes#returned}; 0 if the port is unknown. On the loop of its switch. */
    int returned(Probe probe) {
        PortProbes port = probes.get(probe.from());
        return port == null ? 0 : port.returned(probe.sentNanos());
    }

    int count() {
        return probes.size();
    }
}
