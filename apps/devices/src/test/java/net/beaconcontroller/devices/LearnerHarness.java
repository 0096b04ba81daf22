package net.beaconcontroller.devices;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.testkit.PacketIns;
import net.beaconcontroller.topology.SwitchPort;

/** A source of packet-ins for the learners of several switches, without controller and switches. */
final class LearnerHarness {
    private final Supplier<HostLearner> factory;
    private final Map<Long, HostLearner> learners = new HashMap<>();

    LearnerHarness(Supplier<HostLearner> factory) {
        this.factory = factory;
    }

    void packetIn(SwitchPort at, Bytes frame, long nanos) {
        PacketInContext in = PacketIns.of(PacketIn.of(at.port(), PacketIn.NO_BUFFER, frame), nanos);
        learners.computeIfAbsent(at.datapathId(), _ -> factory.get()).packetIn(at.datapathId(), in);
    }
}
