package net.beaconcontroller.devices;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Messages;
import net.beaconcontroller.openflow.PacketIn;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.topology.SwitchPort;

/** A source of packet-ins for the learners of several switches, without controller and switches. */
final class LearnerHarness {
    private final Supplier<HostLearner> factory;
    private final Map<Long, HostLearner> learners = new HashMap<>();
    private final net.beaconcontroller.api.PacketIn view = new net.beaconcontroller.api.PacketIn();

    LearnerHarness(Supplier<HostLearner> factory) {
        this.factory = factory;
    }

    void packetIn(SwitchPort at, Bytes frame, long nanos) {
        byte[] message = Messages.encode(PacketIn.of(at.port(), PacketIn.NO_BUFFER, frame), Version.OF13, 1);
        view.wrap(message, 0, message.length);
        view.wrapFrame();
        view.receivedAt(nanos);
        learners.computeIfAbsent(at.datapathId(), _ -> factory.get()).packetIn(at.datapathId(), view);
    }
}
