package net.beaconcontroller.openflow.check;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.multipart.GroupFeatures;
import net.beaconcontroller.openflow.multipart.MeterFeatures;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import org.jspecify.annotations.Nullable;

/**
 * The version and the limits of the switch of the entries, as far as the controller knows them. Start with
 * {@link #of} and add the replies of the switch.
 *
 * @param version the version of the connection; not 1.1, which has another match
 * @param tables the number of flow tables, 1 to 255; 255 if it is unknown
 * @param ports the numbers of the ports that the switch has now; null if they are unknown
 * @param tableFeatures the features of the tables; empty if they are unknown
 * @param groupFeatures null if they are unknown
 * @param meterFeatures null if they are unknown
 * @param otherGroups the groups that others have added to the switch
 * @param otherMeters the meters that others have added to the switch
 */
public record Capabilities(
        Version version,
        int tables,
        @Nullable Set<Long> ports,
        List<TableFeatures> tableFeatures,
        @Nullable GroupFeatures groupFeatures,
        @Nullable MeterFeatures meterFeatures,
        Set<Long> otherGroups,
        Set<Long> otherMeters) {
    /** The highest number of tables: their numbers are 0 to 254. */
    public static final int MAX_TABLES = 255;

    public Capabilities {
        if (version == Version.OF11) {
            throw new IllegalArgumentException("OpenFlow 1.1; needs 1.0 or a version from 1.2 on");
        }
        if (tables < 1 || tables > MAX_TABLES) {
            throw new IllegalArgumentException("%d tables; needs 1 to %d".formatted(tables, MAX_TABLES));
        }
        ports = ports == null ? null : Set.copyOf(ports);
        tableFeatures = List.copyOf(tableFeatures);
        otherGroups = Set.copyOf(otherGroups);
        otherMeters = Set.copyOf(otherMeters);
    }

    /** Returns the capabilities of a switch of which only the version is known. */
    public static Capabilities of(Version version) {
        return new Capabilities(version, MAX_TABLES, null, List.of(), null, null, Set.of(), Set.of());
    }

    public Capabilities withTables(int count) {
        return new Capabilities(
                version, count, ports, tableFeatures, groupFeatures, meterFeatures, otherGroups, otherMeters);
    }

    public Capabilities withPorts(Set<Long> numbers) {
        return new Capabilities(
                version, tables, numbers, tableFeatures, groupFeatures, meterFeatures, otherGroups, otherMeters);
    }

    public Capabilities withTableFeatures(List<TableFeatures> features) {
        return new Capabilities(
                version, tables, ports, features, groupFeatures, meterFeatures, otherGroups, otherMeters);
    }

    public Capabilities withGroupFeatures(GroupFeatures features) {
        return new Capabilities(
                version, tables, ports, tableFeatures, features, meterFeatures, otherGroups, otherMeters);
    }

    public Capabilities withMeterFeatures(MeterFeatures features) {
        return new Capabilities(
                version, tables, ports, tableFeatures, groupFeatures, features, otherGroups, otherMeters);
    }

    public Capabilities withOthers(Set<Long> groups, Set<Long> meters) {
        return new Capabilities(version, tables, ports, tableFeatures, groupFeatures, meterFeatures, groups, meters);
    }

    /** Returns whether the switch has the port now, or its ports are unknown. */
    boolean mayHavePort(long number) {
        return ports == null || ports.contains(number);
    }

    Optional<TableFeatures> featuresOf(int tableId) {
        return tableFeatures.stream()
                .filter(table -> table.tableId() == tableId)
                .findFirst();
    }
}
