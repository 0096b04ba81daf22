package net.beaconcontroller.bench;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import net.beaconcontroller.openflow.Version;

/**
 * The load of a measurement.
 *
 * @param version the OpenFlow version of all switches, one of {@link #VERSIONS}
 * @param form the form of the packet-ins
 * @param switches the number of switches, 1 to {@link #MAX_SWITCHES}
 * @param hosts source MAC addresses per switch, used in rotation, 1 to {@link #MAX_HOSTS}
 * @param window outstanding packet-ins per switch, 1 to {@link #MAX_WINDOW}; 1 measures round trips
 * @param threads threads of the load generator, at least 1
 * @param duration the measured time, after the warm-up
 * @param warmUp the maximum warm-up; it ends earlier when the rate is stable
 * @param rate packet-ins per second of all switches together, sent at a constant rate within the window (open loop);
 *     empty to send whenever the window allows (closed loop)
 */
public record Load(
        Version version,
        PacketInForm form,
        int switches,
        int hosts,
        int window,
        int threads,
        Duration duration,
        Duration warmUp,
        OptionalDouble rate) {

    /** The supported versions. */
    public static final List<Version> VERSIONS =
            List.of(Version.OF10, Version.OF12, Version.OF13, Version.OF14, Version.OF15);

    /** The number of distinct switch addresses. */
    public static final int MAX_SWITCHES = 0xffff;

    /** The number of distinct host addresses per switch. */
    public static final int MAX_HOSTS = 1 << 24;

    /** The maximum window. */
    public static final int MAX_WINDOW = 1 << 20;

    /** @throws IllegalArgumentException if a value is out of range or the version is not supported */
    public Load {
        if (!VERSIONS.contains(version)) {
            throw new IllegalArgumentException("openflow %s: needs one of %s".formatted(version, versions()));
        }
        check("switches", switches, MAX_SWITCHES);
        check("hosts", hosts, MAX_HOSTS);
        check("window", window, MAX_WINDOW);
        check("threads", threads, MAX_SWITCHES);
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException("duration %s: needs more than 0".formatted(duration));
        }
        if (rate.isPresent() && !(rate.getAsDouble() > 0)) {
            throw new IllegalArgumentException("rate %s: needs more than 0".formatted(rate.getAsDouble()));
        }
    }

    /** Returns the numbers of {@link #VERSIONS}, separated by commas. */
    public static String versions() {
        return VERSIONS.stream().map(Version::toString).collect(Collectors.joining(", "));
    }

    private static void check(String name, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException("%s %d: needs 1 to %d".formatted(name, value, max));
        }
    }

    /** Returns a copy with another version. */
    Load in(Version other) {
        return new Load(other, form, switches, hosts, window, threads, duration, warmUp, rate);
    }

    /** Returns a copy with another number of switches. */
    Load ofSwitches(int number) {
        return new Load(version, form, number, hosts, window, Math.min(threads, number), duration, warmUp, rate);
    }

    /** Returns a copy with another number of hosts per switch. */
    Load ofHosts(int number) {
        return new Load(version, form, switches, number, window, threads, duration, warmUp, rate);
    }

    /** Returns a closed loop of one switch with one outstanding packet-in. */
    Load roundTrips() {
        return new Load(version, form, 1, hosts, 1, 1, duration, warmUp, OptionalDouble.empty());
    }
}
