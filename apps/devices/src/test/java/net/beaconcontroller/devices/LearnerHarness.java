package net.beaconcontroller.devices;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.testkit.PacketIns;
import net.beaconcontroller.testkit.TestPacketInBatch;
import net.beaconcontroller.testkit.TestSwitch;
import net.beaconcontroller.topology.SwitchPort;

/** A source of packet-ins for the learners of several switches, without controller and switches. */
final class LearnerHarness {
    private final Supplier<HostLearner> factory;
    private final TestSwitch sw = new TestSwitch();
    private final Map<Long, HostLearner> learners = new HashMap<>();

    LearnerHarness(Supplier<HostLearner> factory) {
        this.factory = factory;
    }

    HostLearner learner(long datapathId) {
        return learners.computeIfAbsent(datapathId, _ -> factory.get());
    }

    /** Returns what the learner does with the packet-in. */
    Next packetIn(SwitchPort at, Bytes frame, long nanos) {
        TestPacketInBatch batch = PacketIns.batch(nanos, PacketIn.of(at.port(), PacketIn.NO_BUFFER, frame));
        HostLearner learner = learner(at.datapathId());
        batch.passTo((_, packetIns) -> learner.packetIns(at.datapathId(), packetIns), sw);
        return batch.isConsumed() ? Next.STOP : Next.PASS;
    }
}
