package net.beaconcontroller.statistics;

/**
 * The rates of a queue between the last two readings, per second; NaN if unknown.
 *
 * @param errors packets dropped because the queue was full
 */
public record QueueRate(long datapathId, long port, long queueId, double bits, double packets, double errors) {}
