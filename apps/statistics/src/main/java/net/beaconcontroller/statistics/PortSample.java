package net.beaconcontroller.statistics;

import java.time.Instant;

/** The rates of a port at an earlier time, in bits per second; NaN if unknown. */
public record PortSample(Instant time, double receivedBits, double sentBits) {}
