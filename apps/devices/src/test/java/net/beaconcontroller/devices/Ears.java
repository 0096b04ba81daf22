package net.beaconcontroller.devices;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Messages;
import net.beaconcontroller.openflow.PacketIn;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.topology.SwitchPort;

/** Hears frames as the loops of several switches do, without switches. */
final class Ears {
    private final Supplier<HostLearner> maker;
    private final Map<Long, HostLearner> hearings = new HashMap<>();
    private final net.beaconcontroller.api.PacketIn view = new net.beaconcontroller.api.PacketIn();

    Ears(Supplier<HostLearner> maker) {
        this.maker = maker;
    }

    void hear(SwitchPort at, Bytes frame, long nanos) {
        byte[] message = Messages.encode(PacketIn.of(at.port(), PacketIn.NO_BUFFER, frame), Version.OF13, 1);
        view.wrap(message, 0, message.length);
        view.wrapFrame();
        view.receivedAt(nanos);
        hearings.computeIfAbsent(at.datapathId(), _ -> maker.get()).hear(at.datapathId(), view);
    }
}
