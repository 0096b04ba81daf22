package net.beaconcontroller.core.io;

import java.time.Duration;

/**
 * The load of an event loop.
 *
 * @param name the name of its thread
 * @param busyTime the time since its start that it has spent handling events
 */
public record LoopStatistics(String name, Duration busyTime) {}
