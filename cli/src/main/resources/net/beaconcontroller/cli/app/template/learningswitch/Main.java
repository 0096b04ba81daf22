package @package@;

import java.util.HashMap;
import java.util.Map;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.PerSwitch;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.structure.Port;
import org.osgi.service.component.annotations.Component;

/** A learning switch: forwards a frame to the port where its destination was last seen, or floods it if unknown. */
@Component
@Pipeline(Stage.FORWARD)
public final class @class@ implements PacketInListener, SwitchListener {
    private static final CookieRange COOKIES = CookieRange.of("@name@");

    /** Bounds a table, because hosts choose their addresses. Frames to further addresses are flooded. */
    private static final int MAX_ADDRESSES = 10_000;

    /** The port of each MAC address. */
    private final PerSwitch<Map<Long, Long>> tables = PerSwitch.of(HashMap::new);

    @Override
    public Next packetIn(Switch sw, PacketInContext in) {
        long source = in.frame().source();
        long destination = in.frame().destination();
        Map<Long, Long> ports = tables.of(sw);
        boolean hasRoom = ports.size() < MAX_ADDRESSES || ports.containsKey(source);
        // IEEE 802.3 section 3.2.3: a source address is never a group address.
        Long previous = MacAddress.isGroup(source) || !hasRoom ? null : ports.put(source, in.inPort());
        if (previous != null && previous != in.inPort()) {
            // The host has moved: the flows to its previous port must go.
            sw.send(COOKIES.delete(sw.version()).ethDestination(source).build());
        }
        Long port = ports.get(destination);
        if (port == null) {
            sw.packetOut(in).flood().send();
        } else if (port == in.inPort()) {
            sw.drop(in);
        } else {
            sw.addFlow()
                    .inPort(in.inPort())
                    .ethSource(source)
                    .ethDestination(destination)
                    .cookie(COOKIES.first())
                    .idleTimeoutSeconds(10)
                    .output(port)
                    .sendAndForward(in);
        }
        return Next.STOP;
    }

    @Override
    public void switchEvent(SwitchEvent event) {
        if (event instanceof SwitchEvent.PortDown(Switch sw, Port port)) {
            tables.of(sw).values().removeIf(number -> number == port.number());
            sw.send(COOKIES.delete(sw.version()).outPort(port.number()).build());
        }
    }
}
