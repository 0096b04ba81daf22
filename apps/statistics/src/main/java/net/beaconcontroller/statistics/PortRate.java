package net.beaconcontroller.statistics;

import java.time.Instant;

/**
 * The rates of a port between the last two readings, per second. NaN for a rate that is unknown: after the first
 * reading, after the switch has reset its counters, or if the switch does not have the counter.
 *
 * @param name the name of the port, as the switch says
 * @param speed bits per second; 0 if unknown
 * @param time when the last reading arrived
 * @param errors receive and transmit errors
 * @param drops packets that were dropped when they were received or to be sent
 */
public record PortRate(
        long datapathId,
        long port,
        String name,
        long speed,
        Instant time,
        double receivedBits,
        double sentBits,
        double receivedPackets,
        double sentPackets,
        double errors,
        double drops) {

    /** Returns the share of the speed that the busier direction uses, from 0 to 1; NaN if it is unknown. */
    public double load() {
        return speed == 0 ? Double.NaN : Math.max(receivedBits, sentBits) / speed;
    }
}
