package net.beaconcontroller.statistics;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The statistics of the connected switches, as they were read last: an OSGi service. All methods may be called from any
 * thread, and do not block; no method sends a request.
 */
public interface Statistics {
    /** Returns the rates of all ports, ordered by switch and port. */
    List<PortRate> ports();

    /** Returns the rates of a port, if the switch is connected and has reported the port. */
    Optional<PortRate> port(long datapathId, long port);

    /** Returns the earlier rates of a port that are kept, the oldest first; none for an unknown port. */
    List<PortSample> history(long datapathId, long port);

    /** Returns the flows with the highest rates of all switches, those with most bits per second first. */
    List<FlowRate> topFlows();

    /** Returns the flows with the highest rates of a switch, those with most bits per second first. */
    List<FlowRate> topFlows(long datapathId);

    /** Returns the flow tables that are in use, ordered by switch and number. */
    List<TableUsage> tables();

    /** Returns the rates of all queues, ordered by switch. */
    List<QueueRate> queues();

    /** Returns the rates of all groups, ordered by switch. */
    List<GroupRate> groups();

    /** Returns the rates of all meters, ordered by switch. */
    List<MeterRate> meters();

    /** Returns how the statistics of each switch are collected, ordered by switch. */
    List<CollectionState> collection();

    /** Returns the number of requests for statistics that have ended, by what became of them, since the start. */
    Map<Outcome, Long> requests();

    /** Returns the memory of all histories in bytes. */
    long historyBytes();
}
