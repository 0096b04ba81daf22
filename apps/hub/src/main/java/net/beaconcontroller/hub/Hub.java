package net.beaconcontroller.hub;

import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketIn;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Switch;
import org.osgi.service.component.annotations.Component;

/** Sends each packet out of every port but the one it came in on. */
@Component
public final class Hub implements PacketInListener {
    @Override
    public Next packetIn(Switch sw, PacketIn in) {
        sw.packetOut(in).flood().send();
        return Next.PASS;
    }
}
