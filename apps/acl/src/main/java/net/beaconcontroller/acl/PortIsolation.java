package net.beaconcontroller.acl;

import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.routing.Forwarding;
import net.beaconcontroller.topology.Topology;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * The isolation of access ports, which is enforced while the applications topology, devices and routing run. They are
 * optional, so that rules work without them.
 */
@Component
public final class PortIsolation implements SwitchListener {
    private final @Nullable IsolatedNetwork network;

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
        network = topology == null || devices == null || forwarding == null
                ? null
                : new IsolatedNetwork(controller, groups, topology, devices, forwarding);
    }

    @Deactivate
    public void close() {
        if (network != null) {
            network.close();
        }
    }

    @Override
    public void switchEvent(SwitchEvent event) {
        if (event instanceof SwitchEvent.Connected(Switch sw) && network != null) {
            network.connected(sw);
        }
    }
}
