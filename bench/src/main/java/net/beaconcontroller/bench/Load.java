package net.beaconcontroller.bench;

import java.time.Duration;
import java.util.OptionalDouble;
import net.beaconcontroller.openflow.Version;

/**
 * What a controller is loaded with.
 *
 * @param version of OpenFlow that all switches speak, 1.0 or 1.3
 * @param switches how many connect
 * @param hosts different source addresses of each switch's packet-ins, which go round
 * @param window packet-ins of a switch that wait for their answers at a time; 1 measures round trips
 * @param threads that the switches are spread over
 * @param duration of what is measured, after the warm-up
 * @param warmUp the longest that the warm-up may take; it ends sooner when the rate is stable
 * @param rate packet-ins a second of all switches together, sent by the clock and not when an answer comes; empty to send as
 *     soon as the window allows
 */
public record Load(
        Version version,
        int switches,
        int hosts,
        int window,
        int threads,
        Duration duration,
        Duration warmUp,
        OptionalDouble rate) {}
