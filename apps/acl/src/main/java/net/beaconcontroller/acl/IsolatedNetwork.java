package net.beaconcontroller.acl;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.routing.Forwarding;
import net.beaconcontroller.routing.ReachFilter;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;

/**
 * The enforcement of {@link PortGroups} in a network with the application routing. The flows of routing match the
 * ingress port and both addresses, so no pair of isolated ports gets a flow if its packet-ins are dropped. Routing
 * floods only to ports that this filter lets a port reach.
 *
 * <p>When groups change, the new ones apply to packet-ins at once. After each loop has handled the packet-ins that it
 * began before, the flows from and to the ports are deleted.
 */
final class IsolatedNetwork implements ReachFilter, AutoCloseable {
    /** The time that a change waits for the switches. */
    private static final Duration TASK_TIME = Duration.ofSeconds(1);

    private final Controller controller;
    private final Topology topology;
    private final Devices devices;
    private final Forwarding forwarding;
    private final PacketFilter filter;
    private final Registration changes;
    private volatile Map<SwitchPort, String> groups = Map.of();

    IsolatedNetwork(
            Controller controller, PortGroups groups, Topology topology, Devices devices, Forwarding forwarding) {
        this.controller = controller;
        this.topology = topology;
        this.devices = devices;
        this.forwarding = forwarding;
        this.filter = new PacketFilter(controller, this::mayPass);
        forwarding.setReachFilter(this);
        this.changes = groups.onChange(this::changed);
    }

    @Override
    public void close() {
        changes.close();
        filter.close();
        forwarding.setReachFilter(ReachFilter.ALL);
    }

    private void changed(Map<String, String> byText) {
        Map<SwitchPort, String> before = groups;
        var now = new HashMap<SwitchPort, String>();
        byText.forEach((port, group) -> now.put(SwitchPort.parse(port), group));
        groups = Map.copyOf(now);
        filter.setNeeded(!now.isEmpty());
        Set<SwitchPort> affected = new HashSet<>(before.keySet());
        affected.addAll(now.keySet());
        affected.removeIf(port -> Objects.equals(before.get(port), now.get(port)));
        List<CompletableFuture<Void>> turns = controller.switches().stream()
                .map(sw -> CompletableFuture.runAsync(() -> {}, sw::execute))
                .toList();
        CompletableFuture<Void> done = CompletableFuture.allOf(turns.toArray(CompletableFuture[]::new));
        var _ = done.thenRun(() -> affected.forEach(forwarding::forget));
        // A switch that disconnects drops its task.
        controller.threads().after(TASK_TIME, () -> done.complete(null));
    }

    /** Deletes flows that a switch has from a time when it was not connected. */
    void connected(Switch sw) {
        groups.keySet().stream()
                .filter(port -> port.datapathId() == sw.datapathId())
                .forEach(forwarding::forget);
    }

    @Override
    public boolean mayReach(SwitchPort from, SwitchPort to) {
        Map<SwitchPort, String> now = groups;
        return PortGroups.mayReach(Optional.ofNullable(now.get(from)), Optional.ofNullable(now.get(to)));
    }

    /** Returns false if the source and the destination of a frame are attached to ports that are isolated. */
    private boolean mayPass(Switch sw, PacketInContext in) {
        Ethernet frame = in.frame();
        SwitchPort to = devices.attachment(frame.destination(), frame.vlan());
        if (to == null) {
            return true;
        }
        var at = new SwitchPort(sw.datapathId(), in.inPort());
        // A packet in transit arrives at a port between switches.
        SwitchPort from = topology.snapshot().isEdge(at) ? at : devices.attachment(frame.source(), frame.vlan());
        return from == null || mayReach(from, to);
    }
}
