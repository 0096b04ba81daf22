package net.beaconcontroller.statistics;

import java.util.Comparator;
import net.beaconcontroller.openflow.multipart.FlowStats;

/**
 * The rates of a flow between the last two readings, or since it was added if that is later, per second.
 *
 * @param flow the flow as the switch has reported it last
 */
public record FlowRate(long datapathId, FlowStats flow, double bits, double packets) {
    /** Orders flows by their bits per second, the highest rate first. */
    static final Comparator<FlowRate> BY_BITS =
            Comparator.comparingDouble(FlowRate::bits).reversed();
}
