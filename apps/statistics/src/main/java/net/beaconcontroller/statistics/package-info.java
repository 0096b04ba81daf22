/**
 * Statistics of switches: what they count, collected with paced requests, and the rates. {@link Statistics} is the
 * service for other applications. Start reading at {@link Collector}, which sends the requests; {@link SwitchReadings}
 * computes the rates of a switch.
 */
@NullMarked
package net.beaconcontroller.statistics;

import org.jspecify.annotations.NullMarked;
