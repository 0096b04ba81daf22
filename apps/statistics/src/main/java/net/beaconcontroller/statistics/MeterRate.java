package net.beaconcontroller.statistics;

/**
 * The rates of a meter between the last two readings, per second; NaN if unknown.
 *
 * @param references the number of flows that use the meter
 * @param bits bits that reached the meter
 * @param packets packets that reached the meter
 * @param exceedingPackets packets to which a band of the meter applied, because they exceeded its rate
 */
public record MeterRate(
        long datapathId, long meterId, long references, double bits, double packets, double exceedingPackets) {}
