package net.beaconcontroller.staticflows;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import net.beaconcontroller.api.RequestRefusedException;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.check.Capabilities;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.Request;
import net.beaconcontroller.openflow.multipart.GroupFeatures;
import net.beaconcontroller.openflow.multipart.MeterFeatures;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.openflow.structure.Port;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a switch, as far as it reports them.
 *
 * @param tables empty if the switch does not describe its tables
 */
record SwitchLimits(
        List<TableFeatures> tables,
        @Nullable GroupFeatures groups,
        @Nullable MeterFeatures meters) {
    /** Of a switch that was not asked. */
    static final SwitchLimits UNKNOWN = new SwitchLimits(List.of(), null, null);

    /** Requests the limits of a switch. Those that it refuses to report stay unknown. */
    static SwitchLimits read(Switch sw) throws IOException, TimeoutException, InterruptedException {
        Version version = sw.version();
        TableFeatures.Reply tables =
                version.isAtLeast(Version.OF13) ? ask(sw, new TableFeatures.Request(List.of())) : null;
        return new SwitchLimits(
                tables == null ? List.of() : tables.tables(),
                version.isAtLeast(Version.OF12) ? ask(sw, new GroupFeatures.Request()) : null,
                version.isAtLeast(Version.OF13) ? ask(sw, new MeterFeatures.Request()) : null);
    }

    private static <R extends Message> @Nullable R ask(Switch sw, Request<R> request)
            throws IOException, TimeoutException, InterruptedException {
        try {
            return Sender.await(sw.request(request));
        } catch (RequestRefusedException _) {
            return null;
        }
    }

    /** Returns these for the checks of entries. */
    Capabilities of(Switch sw) {
        Set<Long> ports = sw.ports().stream().map(Port::number).collect(Collectors.toCollection(HashSet::new));
        int count = sw.features().tables();
        Capabilities capabilities = Capabilities.of(sw.version())
                .withPorts(ports)
                .withTables(count < 1 ? Capabilities.MAX_TABLES : Math.min(count, Capabilities.MAX_TABLES))
                .withTableFeatures(tables);
        if (groups != null) {
            capabilities = capabilities.withGroupFeatures(groups);
        }
        return meters == null ? capabilities : capabilities.withMeterFeatures(meters);
    }
}
