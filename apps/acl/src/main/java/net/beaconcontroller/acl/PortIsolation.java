package net.beaconcontroller.acl;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.api.PacketInBatchListener;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.routing.Forwarding;
import net.beaconcontroller.routing.ReachFilter;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * The enforcement of {@link PortGroups}, with the application routing. The flows of routing match the ingress port and
 * both addresses, so no pair of isolated ports gets a flow if its packet-ins are dropped. Routing floods only to ports
 * that this filter lets a port reach.
 *
 * <p>Has no effect without the applications topology, devices and routing. When groups change, the new ones apply to
 * packet-ins at once. After each loop has handled the packet-ins that it began before, the flows from and to the ports
 * are deleted.
 */
@Component(service = {PacketInBatchListener.class, SwitchListener.class})
@Pipeline(Stage.FILTER)
public final class PortIsolation implements PacketInBatchListener, SwitchListener, ReachFilter {
    private record Network(Topology topology, Devices devices, Forwarding forwarding) {}

    private final Controller controller;
    /** Null if one of the applications does not run. */
    private final @Nullable Network network;

    private final Registration changes;
    private volatile Map<SwitchPort, String> groups = Map.of();

    @Activate
    public PortIsolation(
            @Reference Controller controller,
            @Reference PortGroups groups,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                    @Nullable
                    Topology topology,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                    @Nullable
                    Devices devices,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                    @Nullable
                    Forwarding forwarding) {
        this.controller = controller;
        this.network = topology == null || devices == null || forwarding == null
                ? null
                : new Network(topology, devices, forwarding);
        this.changes = groups.onChange(this::changed);
        if (network != null) {
            network.forwarding.setReachFilter(this);
        }
    }

    @Deactivate
    public void close() {
        changes.close();
        if (network != null) {
            network.forwarding.setReachFilter(ReachFilter.ALL);
        }
    }

    private static SwitchPort parse(String port) {
        int colon = port.indexOf(':');
        return new SwitchPort(DatapathId.parse(port.substring(0, colon)), Long.parseLong(port.substring(colon + 1)));
    }

    private void changed(Map<String, String> byText) {
        Map<SwitchPort, String> before = groups;
        var now = new HashMap<SwitchPort, String>();
        byText.forEach((port, group) -> now.put(parse(port), group));
        groups = Map.copyOf(now);
        Set<SwitchPort> affected = new HashSet<>(before.keySet());
        affected.addAll(now.keySet());
        affected.removeIf(port -> Objects.equals(before.get(port), now.get(port)));
        if (affected.isEmpty() || network == null) {
            return;
        }
        List<CompletableFuture<Void>> turns = controller.switches().stream()
                .map(sw -> CompletableFuture.runAsync(() -> {}, sw::execute))
                .toList();
        var _ = CompletableFuture.allOf(turns.toArray(CompletableFuture[]::new))
                .orTimeout(1, TimeUnit.SECONDS)
                .whenComplete((_, _) -> affected.forEach(network.forwarding::forget));
    }

    /** Deletes flows that the switch has from a time when it was not connected. */
    @Override
    public void switchEvent(SwitchEvent event) {
        if (event instanceof SwitchEvent.Connected(Switch sw) && network != null) {
            groups.keySet().stream()
                    .filter(port -> port.datapathId() == sw.datapathId())
                    .forEach(network.forwarding::forget);
        }
    }

    @Override
    public boolean mayReach(SwitchPort from, SwitchPort to) {
        Map<SwitchPort, String> now = groups;
        return now.isEmpty()
                || PortGroups.mayReach(Optional.ofNullable(now.get(from)), Optional.ofNullable(now.get(to)));
    }

    @Override
    public void packetIns(Switch sw, PacketInBatch batch) {
        if (groups.isEmpty() || network == null) {
            while (batch.hasNext()) {
                batch.pass();
            }
            return;
        }
        PacketInContext in = batch.packetIn();
        if (mayPass(network, new SwitchPort(sw.datapathId(), in.inPort()), in.frame())) {
            batch.pass();
        } else {
            sw.drop(in);
            batch.stop();
        }
    }

    /** Returns false if the source and the destination of a frame are attached to ports that are isolated. */
    private boolean mayPass(Network network, SwitchPort at, Ethernet frame) {
        SwitchPort to = network.devices.attachment(frame.destination(), frame.vlan());
        if (to == null) {
            return true;
        }
        // A packet in transit arrives at a port between switches.
        SwitchPort from =
                network.topology.snapshot().isEdge(at) ? at : network.devices.attachment(frame.source(), frame.vlan());
        return from == null || mayReach(from, to);
    }
}
