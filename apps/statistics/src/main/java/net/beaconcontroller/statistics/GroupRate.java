package net.beaconcontroller.statistics;

/**
 * The rates of a group between the last two readings, per second; NaN if unknown.
 *
 * @param references the number of flows and groups that use the group
 */
public record GroupRate(long datapathId, long groupId, long references, double bits, double packets) {}
