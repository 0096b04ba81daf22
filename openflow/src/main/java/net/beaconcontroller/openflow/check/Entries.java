package net.beaconcontroller.openflow.check;

import java.util.List;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.MeterMod;

/**
 * The flow, group and meter entries of a switch, as the messages that add them. The order of the lists is
 * not significant.
 */
public record Entries(List<FlowMod> flows, List<GroupMod> groups, List<MeterMod> meters) {
    /** A kind of entry. */
    public enum Kind {
        FLOW,
        GROUP,
        METER
    }

    public Entries {
        flows = List.copyOf(flows);
        groups = List.copyOf(groups);
        meters = List.copyOf(meters);
    }
}
