package net.beaconcontroller.staticflows;

import java.util.List;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.structure.Group;
import net.beaconcontroller.openflow.structure.Meter;

/**
 * The contents that a switch reports: its flows, or at least those with cookies of static flows, its groups and its
 * meters; none of a kind that is not compared.
 */
record Contents(List<FlowStats> flows, List<Group> groups, List<Meter> meters) {}
