package net.beaconcontroller.routing;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;
import net.beaconcontroller.topology.TopologySnapshot;
import org.jspecify.annotations.Nullable;

/**
 * The reconciliation of the flows that one switch has when it connects with the installed paths and the known hosts.
 * Flows of known paths stay, and missing ones are added. All others are of an earlier run of the controller, or of
 * paths that changed while the switch was not connected. They continue to forward packets until they are adopted or
 * deleted:
 *
 * <ul>
 *   <li>The first flow of a path shows that its source is attached there, which is reported to the devices. A flow in
 *       the middle of a path does not, although its port can seem to be an edge until the switch beyond it connects.
 *   <li>When the attachment of its destination is known, the flow, and the path to the destination, are installed
 *       again. Equal entries are replaced in the switches without an interruption.
 *   <li>While the IPv4 address of a host is unknown, a flow of it whose destination can be reached is deleted in each
 *       pass, up to a few. The next packet of the flow comes to the controller, and shows the address. All others are
 *       forwarded without an interruption.
 *   <li>The remaining flows are deleted after 20 s, which exceeds the time in which all switches reconnect to a
 *       restarted controller (Open vSwitch waits up to 8 s between two attempts). Before, one to an edge shows where an
 *       unknown destination is attached: a virtual MAC address may never be the source of a packet.
 * </ul>
 *
 * Used on the loop of the switch.
 */
final class FlowReconciliation {
    static final Duration PASS_INTERVAL = Duration.ofMillis(250);
    private static final Duration ADOPTION_TIME = Duration.ofSeconds(20);
    /** Bounds the work of one turn of the loop. */
    private static final int MAX_PER_TURN = 256;

    /** Installs what forwards the packets of an entry. */
    interface Installer {
        /** Adds the entry, and the rest of the path. Returns false if no path exists. */
        boolean install(Switch sw, FlowEntry entry, SwitchPort to);

        /** Returns whether a path exists. */
        boolean hasPath(Switch sw, SwitchPort to);
    }

    /**
     * The flows of a host that are deleted to learn its address, one after the other: that of a pair that is silent
     * does not show it.
     */
    static final int MAX_SAMPLES = 8;

    /**
     * An entry that the switch has and no path.
     *
     * @param canBeAdopted whether the entry shows where its source is attached
     * @param out the only output; null if there is none, or if it has been reported as the place of the destination
     */
    private record Foreign(
            FlowEntry entry, boolean canBeAdopted, @Nullable SwitchPort out) {}

    private record Source(long mac, int vlan) {}

    private final RateLimitedLog log;
    private final Switch sw;
    private final Topology topology;
    private final Devices devices;
    private final InstalledPaths paths;
    private final InspectionFlows inspection;
    private final Installer installer;
    private final Set<FlowEntry> reported = new HashSet<>();
    private final ArrayDeque<Foreign> foreign = new ArrayDeque<>();
    /** The number of flows that were deleted to learn the address of their source. */
    private final Map<Source, Integer> samples = new HashMap<>();

    /** The sources of which a flow was deleted in this pass. */
    private final Set<Source> sampled = new HashSet<>();

    /** Whether {@link #ADOPTION_TIME} is over. */
    private boolean isOver;

    /** @param log shared by all switches: many can connect at once */
    FlowReconciliation(
            Switch sw,
            Topology topology,
            Devices devices,
            InstalledPaths paths,
            InspectionFlows inspection,
            Installer installer,
            RateLimitedLog log) {
        this.log = log;
        this.sw = sw;
        this.topology = topology;
        this.devices = devices;
        this.paths = paths;
        this.inspection = inspection;
        this.installer = installer;
    }

    /** Asks the switch for its flows. */
    void begin() {
        boolean hasCookies = sw.version().isAtLeast(Version.OF11);
        var request = new FlowStats.Request(
                FlowMod.ALL_TABLES,
                PortNumber.ANY,
                GroupNumber.ANY,
                hasCookies ? FlowEntry.COOKIES.first() : 0,
                hasCookies ? FlowEntry.COOKIES.mask() : 0,
                Match.ANY);
        var _ = sw.request(request).whenComplete((reply, failure) -> {
            if (failure == null) {
                compare(reply.flows());
            } else if (sw.isConnected()) {
                log.log(
                        Level.WARNING,
                        "switch %s: its flows cannot be read (%s); those of earlier paths expire when they are idle"
                                .formatted(sw, failure.getMessage()));
                sendMissing(Set.of());
            }
        });
    }

    private void compare(List<FlowStats> flows) {
        var present = new HashSet<FlowEntry>();
        for (FlowStats stats : flows) {
            if (FlowEntry.COOKIES.contains(stats.cookie()) && !inspection.contains(stats)) {
                FlowEntry entry = FlowEntry.of(sw.datapathId(), stats).orElse(null);
                if (entry == null) {
                    sw.send(FlowEntry.COOKIES
                            .delete(sw.version())
                            .command(FlowMod.Command.DELETE_STRICT)
                            .match(stats.match())
                            .priority(stats.priority())
                            .build());
                } else if (paths.contains(entry, stats)) {
                    present.add(entry);
                } else if (stats.cookie() != paths.localCookie() || !leadsToItsDestination(entry, stats)) {
                    // The address of a claim would have to be verified again.
                    boolean canBeAdopted = !entry.flow().hasClaim() && FlowEntry.isFirst(stats, sw.version());
                    foreign.add(new Foreign(entry, canBeAdopted, output(stats)));
                }
            }
        }
        sendMissing(present);
        if (!foreign.isEmpty()) {
            var _ = sw.after(ADOPTION_TIME, () -> isOver = true);
            pass(foreign.size());
        }
    }

    /** Sends the flows of paths that the switch does not have. */
    private void sendMissing(Set<FlowEntry> present) {
        paths.tables(sw.datapathId()).forEach(table -> inspection.extendTo(sw, table));
        paths.sendMissing(sw.datapathId(), present);
    }

    private boolean leadsToItsDestination(FlowEntry entry, FlowStats stats) {
        SwitchPort to = attachment(entry.flow().destination(), entry);
        return to != null && to.datapathId() == sw.datapathId() && FlowEntry.isOutput(stats, to.port());
    }

    private @Nullable SwitchPort output(FlowStats stats) {
        OptionalLong port = FlowEntry.output(stats);
        return port.isPresent() ? new SwitchPort(sw.datapathId(), port.getAsLong()) : null;
    }

    private @Nullable SwitchPort attachment(long mac, FlowEntry entry) {
        return devices.attachment(mac, entry.flow().vlan());
    }

    /** Tries to adopt the first entries, so many that each is tried once in a pass. */
    private void pass(int left) {
        int turn = Math.min(left, MAX_PER_TURN);
        for (int i = 0; i < turn; i++) {
            Foreign next = foreign.removeFirst();
            FlowEntry entry = next.entry;
            if (!paths.contains(entry) && !(next.canBeAdopted && adopt(entry))) {
                if (!isOver) {
                    foreign.add(next);
                } else if (reportDestination(next)) {
                    foreign.add(new Foreign(entry, next.canBeAdopted, null));
                } else {
                    paths.deleteForeign(entry);
                }
            }
        }
        if (left > turn) {
            sw.execute(() -> pass(left - turn));
        } else if (!foreign.isEmpty()) {
            sw.after(PASS_INTERVAL, () -> {
                sampled.clear();
                pass(foreign.size());
            });
        }
    }

    /** Installs the flow of an entry again, if the attachments of its source and destination are known. */
    private boolean adopt(FlowEntry entry) {
        TopologySnapshot now = topology.snapshot();
        if (!now.isEdge(entry.in()) || now.isInSharedDomain(entry.in())) {
            return false;
        }
        SwitchPort from = attachment(entry.flow().source(), entry);
        if (reported.add(entry) || from == null) {
            devices.hostSeen(entry.flow().source(), entry.flow().vlan(), entry.in());
        }
        SwitchPort to = attachment(entry.flow().destination(), entry);
        if (to == null || !entry.in().equals(from)) {
            return false;
        }
        var source = new Source(entry.flow().source(), entry.flow().vlan());
        if (!mayBeSampled(source)) {
            return installer.install(sw, entry, to);
        }
        if (!installer.hasPath(sw, to)) {
            // The packets of the sample would be dropped.
            return false;
        }
        // A packet of the flow that was deleted can show the address until the next pass.
        boolean isSample = sampled.add(source);
        if (isSample) {
            samples.merge(source, 1, Integer::sum);
            paths.deleteForeign(entry);
        }
        return isSample;
    }

    /** Returns whether a host has no IPv4 address, and few of its flows were deleted to learn it. */
    private boolean mayBeSampled(Source source) {
        return samples.getOrDefault(source, 0) < MAX_SAMPLES
                && devices.byMac(source.mac, source.vlan)
                        .filter(device -> device.ipv4Addresses().isEmpty())
                        .isPresent();
    }

    /** Reports the place of an unknown destination to which an entry leads. Returns false if the entry shows none. */
    private boolean reportDestination(Foreign next) {
        long destination = next.entry.flow().destination();
        int vlan = next.entry.flow().vlan();
        if (next.out == null
                || !topology.snapshot().isEdge(next.out)
                || devices.byMac(destination, vlan).isPresent()) {
            return false;
        }
        devices.hostSeen(destination, vlan, next.out);
        return true;
    }
}
