package net.beaconcontroller.bench;

import java.time.Duration;
import java.util.OptionalDouble;
import net.beaconcontroller.openflow.Version;

/**
 * What a controller is loaded with.
 *
 * @param version of OpenFlow that all switches speak, 1.0 or 1.3
 * @param switches how many connect, 1 to {@link #MAX_SWITCHES}
 * @param hosts different source addresses of each switch's packet-ins, which go round; 1 to {@link #MAX_HOSTS}
 * @param window packet-ins of a switch that wait for their answers at a time, 1 to {@link #MAX_WINDOW}; 1 measures round trips
 * @param threads that the switches are spread over, at least 1
 * @param duration of what is measured, after the warm-up
 * @param warmUp the longest that the warm-up may take; it ends sooner when the rate is stable
 * @param rate packet-ins a second of all switches together, sent by the clock and not when an answer comes, though never more
 *     than the window allows; empty to send as soon as the window allows
 */
public record Load(
        Version version,
        int switches,
        int hosts,
        int window,
        int threads,
        Duration duration,
        Duration warmUp,
        OptionalDouble rate) {

    /** The most switches that have addresses of their own. */
    public static final int MAX_SWITCHES = 0xffff;

    /** The most hosts of a switch that have addresses of their own. */
    public static final int MAX_HOSTS = 1 << 24;

    /** The widest window. */
    public static final int MAX_WINDOW = 1 << 20;

    /** @throws IllegalArgumentException if a number is not in its range, or the version another */
    public Load {
        if (version != Version.OF10 && version != Version.OF13) {
            throw new IllegalArgumentException("OpenFlow %s: needs 1.0 or 1.3".formatted(version));
        }
        check("switches", switches, MAX_SWITCHES);
        check("hosts", hosts, MAX_HOSTS);
        check("window", window, MAX_WINDOW);
        check("threads", threads, MAX_SWITCHES);
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException("duration %s: needs more than nothing".formatted(duration));
        }
        if (rate.isPresent() && !(rate.getAsDouble() > 0)) {
            throw new IllegalArgumentException("rate %s: needs more than 0".formatted(rate.getAsDouble()));
        }
    }

    private static void check(String name, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException("%s %d: needs 1 to %d".formatted(name, value, max));
        }
    }

    /** The same in another version of OpenFlow. */
    Load in(Version other) {
        return new Load(other, switches, hosts, window, threads, duration, warmUp, rate);
    }

    /** The same with another number of switches. */
    Load ofSwitches(int number) {
        return new Load(version, number, hosts, window, Math.min(threads, number), duration, warmUp, rate);
    }

    /** The same with another number of hosts of each switch. */
    Load ofHosts(int number) {
        return new Load(version, switches, number, window, threads, duration, warmUp, rate);
    }

    /** One switch with one packet-in at a time. */
    Load oneAtATime() {
        return new Load(version, 1, hosts, 1, 1, duration, warmUp, OptionalDouble.empty());
    }
}
