/**
 * Statistics of switches: counters, collected with paced requests, and rates. {@link Statistics} is the service for
 * other applications. Start reading at {@link Collector}, which sends the requests; {@link SwitchReadings} computes the
 * rates of a switch.
 */
@NullMarked
package net.beaconcontroller.statistics;

import org.jspecify.annotations.NullMarked;
