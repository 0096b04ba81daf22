package net.beaconcontroller.statistics;

/**
 * The use of a flow table.
 *
 * @param name empty if the switch has not reported it
 * @param flows the number of flows
 * @param maxFlows the size of the table; 0 if unknown
 * @param lookups packets looked up per second; NaN if unknown
 * @param matched packets that matched a flow per second; NaN if unknown
 */
public record TableUsage(
        long datapathId, int tableId, String name, long flows, long maxFlows, double lookups, double matched) {

    /** Returns the share of the table that is in use, from 0 to 1; NaN if the size is unknown. */
    public double fill() {
        return maxFlows == 0 ? Double.NaN : (double) flows / maxFlows;
    }
}
