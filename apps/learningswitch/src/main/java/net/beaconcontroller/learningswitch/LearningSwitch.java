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
import net.beaconcontroller.openflow.flyweight.HostPairFlow;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.packet.Ethernet;
import org.osgi.service.component.annotations.Component;

/** Forwards each frame to the port where its destination was last seen, and floods while that port is unknown. */
@Component
@Pipeline(value = Stage.FORWARD, after = "routing")
public final class LearningSwitch implements PrefetchListener, SwitchListener {
    private static final HostPairFlow FLOW = HostPairFlow.DEFAULT.withIdleTimeoutSeconds(5);

    private final PerSwitch<MacTable> tables = PerSwitch.of(MacTable::new);

    /** Prefetches the table entries, because the tables of a large network exceed the processor caches. */
    @Override
    public boolean prefetch(Switch sw, byte[] bytes, int[] frames, int count) {
        return tables.of(sw).prefetch(bytes, frames, count);
    }

    @Override
    public Next packetIn(Switch sw, PacketInContext in) {
        MacTable table = tables.of(sw);
        table.advance(in.receivedNanos());
        Ethernet frame = in.frame();
        int vlan = frame.vlan();
        long source = frame.source();
        long destination = frame.destination();
        if (!MacAddress.isGroup(source) && table.learn(vlan, source, in.inPort())) {
            deleteFlowsTo(sw, source);
        }
        long port = MacAddress.isGroup(destination) ? MacTable.UNKNOWN : table.portOf(vlan, destination);
        if (port == MacTable.UNKNOWN) {
            sw.packetOut(in).flood().send();
        } else if (port == in.inPort()) {
            // The destination is on the segment that the frame came from.
            sw.drop(in);
        } else {
            sw.addFlow(FLOW, in, port);
        }
        return Next.STOP;
    }

    @Override
    public void switchEvent(SwitchEvent event) {
        if (event instanceof PortDown(Switch sw, var port)) {
            tables.of(sw).forget(port.number());
            sw.send(FlowMod.delete().outPort(port.number()).build());
        }
    }

    /** Deletes the flows to a host that has moved. They would not expire while packets match them. */
    private static void deleteFlowsTo(Switch sw, long address) {
        sw.send(FlowMod.delete().ethDestination(address).build());
    }
}
