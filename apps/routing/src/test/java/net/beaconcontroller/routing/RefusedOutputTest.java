package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Optional;
import java.util.Set;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.Outputs;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologySnapshot;
import org.junit.jupiter.api.Test;

/** Broadcasts through a switch that refuses each packet-out with an output to one port. */
class RefusedOutputTest {
    private static final int BROADCASTS = 5;

    @Test
    void theOtherPortsGetEachBroadcast() throws Exception {
        try (var network = RoutedNetwork.start("single,1", Version.OF13);
                var fake = ScriptedSwitch.connect(network.controller.address(), 5, Version.OF13)) {
            fake.refuseOutputs(Set.of(4L), ErrorCode.BAD_PORT, 64);
            Switch sw = await().until(() -> network.controller.switchOf(5), Optional::isPresent)
                    .orElseThrow();
            // Link probes find the port, before there is any broadcast.
            await().until(() -> areEdges(network.topology.snapshot(), sw)
                    && sw.refusedPorts().equals(Set.of(4L)));
            long errors = sw.counters().received(MessageType.ERROR);
            for (int i = 1; i <= BROADCASTS; i++) {
                Bytes frame = Frames.arpRequest(0x0a, i);
                fake.send(PacketIn.of(1, i, frame));
                var sent = (PacketOut) fake.await(next -> next.message() instanceof PacketOut packet
                                && packet.data().equals(frame))
                        .message();
                assertThat(sent.actions()).extracting(Outputs::port).containsExactly(2L, 3L);
            }
            assertThat(sw.counters().received(MessageType.ERROR)).isEqualTo(errors);
        }
    }

    private static boolean areEdges(TopologySnapshot now, Switch sw) {
        return sw.ports().stream().allMatch(port -> now.isEdge(new SwitchPort(sw.datapathId(), port.number())));
    }
}
