package @package@;

import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import org.osgi.service.component.annotations.Component;

/** Floods each packet: the switch sends it out of every port except its ingress port. */
@Component
@Pipeline(Stage.FORWARD)
public final class @class@ implements PacketInListener {
    @Override
    public Next packetIn(Switch sw, PacketInContext in) {
        sw.packetOut(in).flood().send();
        return Next.STOP;
    }
}
