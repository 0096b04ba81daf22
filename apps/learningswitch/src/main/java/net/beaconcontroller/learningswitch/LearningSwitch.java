package net.beaconcontroller.learningswitch;

import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PerSwitch;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.PrefetchListener;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchEvent.PortDown;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.packet.Ethernet;
import org.osgi.service.component.annotations.Component;

/** Sends each frame to the port its destination was last heard on, and floods until it knows that port. */
@Component
@Pipeline(value = Stage.FORWARD, after = "routing")
public final class LearningSwitch implements PrefetchListener, SwitchListener {
    private static final int IDLE_TIMEOUT_SECONDS = 5;

    private final PerSwitch<MacTable> hostsOfSwitches = PerSwitch.of(MacTable::new);

    /** The tables of a network with many hosts do not fit into a cache: fetches for several packets overlap. */
    @Override
    public boolean prefetch(Switch sw, byte[] bytes, int[] frames, int count) {
        return hostsOfSwitches.of(sw).loadFor(bytes, frames, count);
    }

    @Override
    public Next packetIn(Switch sw, PacketInContext in) {
        MacTable hosts = hostsOfSwitches.of(sw);
        hosts.advance(in.receivedNanos());
        Ethernet frame = in.frame();
        int vlan = frame.vlan();
        long source = frame.source();
        long destination = frame.destination();
        if (!MacAddress.isGroup(source) && hosts.learn(vlan, source, in.inPort())) {
            forgetFlowsTo(sw, source);
        }
        long port = MacAddress.isGroup(destination) ? MacTable.UNKNOWN : hosts.portOf(vlan, destination);
        if (port == MacTable.UNKNOWN) {
            sw.packetOut(in).flood().send();
        } else if (port == in.inPort()) {
            // the destination is on the segment that the frame came from
            sw.drop(in);
        } else {
            sw.addFlow()
                    .inPort(in.inPort())
                    .vlan(vlan)
                    .ethSource(source)
                    .ethDestination(destination)
                    .idleTimeoutSeconds(IDLE_TIMEOUT_SECONDS)
                    .output(port)
                    .sendAndForward(in);
        }
        return Next.STOP;
    }

    @Override
    public void switchEvent(SwitchEvent event) {
        if (event instanceof PortDown(Switch sw, var port)) {
            hostsOfSwitches.of(sw).forget(port.number());
            sw.send(FlowMod.delete().outPort(port.number()).build());
        }
    }

    /** A host has moved: flows that are in use would lead to its old port for ever. */
    private static void forgetFlowsTo(Switch sw, long address) {
        sw.send(FlowMod.delete().match(Field.ETH_DST.is(address)).build());
    }
}
