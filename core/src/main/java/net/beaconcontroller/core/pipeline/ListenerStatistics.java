package net.beaconcontroller.core.pipeline;

import java.time.Duration;

/**
 * The measurements of a listener since it was registered, for all kinds of events together.
 *
 * @param application the name of its application
 * @param listener the name of its class; for a lambda expression, of the class that contains it
 * @param failures the number of exceptions that it has thrown
 * @param loopTime the time that it has taken on all loops, measured by samples
 */
public record ListenerStatistics(String application, String listener, long failures, Duration loopTime) {}
