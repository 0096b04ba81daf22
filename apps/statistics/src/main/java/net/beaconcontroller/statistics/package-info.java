/**
 * Statistics of switches: counters, collected with paced requests, and rates. {@link Statistics} is the service for
 * other applications. Start reading at {@link Collector}, which sends the requests; {@link SwitchReadings} computes the
 * rates of a switch.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>A switch rests 19 times as long as its reply took.</b> This one rule bounds the load of a switch, lengthens
 * the interval of a slow one in proportion, and backs off after timeouts. Rejected: an interval for each switch that is
 * adapted in steps, which needs thresholds, and takes several replies to react.
 * <li><b>One thread asks in turns; loops only queue replies.</b> A turn every 100 ms examines all switches, which costs
 * less than a queue of timers for a thousand switches would save. The first requests are at multiples of the golden
 * ratio within the interval, so that their load is even for any number of switches.
 * <li><b>Flows are counted before they are read.</b> A reply with all flows cannot be interrupted: 100,000 flows occupy
 * a loop for tens of milliseconds. Above {@code flow-limit}, top flows are not determined, and {@code collection} says
 * so. Rejected: reading a part of the flows by cookie or table, which would show wrong top flows.
 * <li><b>Links are optional.</b> The package and the service of {@code topology} are not requirements of the bundle
 * ({@code -dsannotations-options: norequirements}). The components of links are satisfied while {@code topology} runs.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.statistics;

import org.jspecify.annotations.NullMarked;
