package net.beaconcontroller.staticflows;

import java.util.List;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.structure.Group;
import net.beaconcontroller.openflow.structure.Meter;

/**
 * What a switch reports: its flows, or at least those with cookies of static flows, its groups and its meters; none of
 * those that need not be compared.
 */
record Contents(List<FlowStats> flows, List<Group> groups, List<Meter> meters) {}
