package net.beaconcontroller.probe.profile;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.PacketInForm;
import net.beaconcontroller.openflow.Version;

/**
 * What determines a run. Two runs with the same settings send the same packet-ins at the same times.
 *
 * @param version the version of all switches, one of {@link Load#VERSIONS}
 * @param switches the number of switches, 1 to {@link Load#MAX_SWITCHES}
 * @param hosts source addresses per switch, used in rotation, 1 to {@link Load#MAX_HOSTS}
 * @param timeout a packet-in that is not answered within this time is lost
 */
public record ProfileSettings(Profile profile, Version version, int switches, int hosts, Duration timeout) {
    /** @throws IllegalArgumentException if a value is out of range or the version is not supported */
    public ProfileSettings {
        var _ = load(version, switches, hosts, 1);
    }

    /** Returns the load of the switches. */
    Load load(int window) {
        return load(version, switches, hosts, window);
    }

    private static Load load(Version version, int switches, int hosts, int window) {
        return new Load(
                version,
                PacketInForm.PLAIN,
                switches,
                hosts,
                window,
                1,
                Duration.ofSeconds(1),
                Duration.ZERO,
                OptionalDouble.empty());
    }

    /** Returns the settings for JSON. */
    Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("profile", profile.name());
        fields.put("steps", profile.steps().size());
        fields.put("seconds", profile.duration().toMillis() / 1000.0);
        fields.put("openflow", version.toString());
        fields.put("switches", switches);
        fields.put("hosts", hosts);
        fields.put("timeoutMillis", timeout.toMillis());
        return fields;
    }
}
