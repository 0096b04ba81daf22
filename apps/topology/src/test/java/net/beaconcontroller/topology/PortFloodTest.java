package net.beaconcontroller.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.core.ControllerOptions;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.emulator.fake.FakeSwitch;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.structure.Port;
import org.junit.jupiter.api.Test;

/** A switch that reports changes of its ports faster than the topology handles them. */
class PortFloodTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int FLAPS = 20_000;

    @Test
    void aFloodOfPortChangesIsQueuedOnceAPort() throws Exception {
        try (var controller = new OpenFlowController(ControllerOptions.onFreePort());
                var topology = new LinkDiscovery(ApplicationSettings.none())) {
            controller.register("topology", topology);
            controller.start();
            try (FakeSwitch flooder = FakeSwitch.connect(controller.address(), 1, Version.OF13)) {
                await().atMost(PATIENCE)
                        .until(() -> topology.snapshot().edges(1).numbers().equals(List.of(1L, 2L, 3L, 4L)));
                var busy = new CountDownLatch(1);
                topology.addListener(_ -> awaitUninterrupted(busy));
                var flood = new ByteArrayOutputStream();
                for (int i = 0; i < FLAPS; i++) {
                    Port port = flooder.ports().get(i % 3);
                    flood.writeBytes(status(port.withLink(false)));
                    flood.writeBytes(status(port));
                }
                flood.writeBytes(status(flooder.ports().get(3).withLink(false)));
                flooder.sendRaw(flood.toByteArray());
                await().atMost(PATIENCE)
                        .until(() ->
                                controller.switchOf(1).orElseThrow().counters().received(MessageType.PORT_STATUS)
                                        == 2 * FLAPS + 1);
                assertThat(topology.queuedChanges()).isLessThan(100);
                busy.countDown();
                await().atMost(PATIENCE)
                        .until(() -> topology.snapshot().edges(1).numbers().equals(List.of(1L, 2L, 3L)));
            }
        }
    }

    @Test
    void aFloodOfPortsWithEverNewNumbersIsComparedOnce() throws Exception {
        try (var controller = new OpenFlowController(ControllerOptions.onFreePort());
                var topology = new LinkDiscovery(ApplicationSettings.none())) {
            controller.register("topology", topology);
            controller.start();
            try (FakeSwitch flooder = FakeSwitch.connect(controller.address(), 1, Version.OF13)) {
                await().atMost(PATIENCE)
                        .until(() -> topology.snapshot().edges(1).numbers().equals(List.of(1L, 2L, 3L, 4L)));
                var busy = new CountDownLatch(1);
                topology.addListener(_ -> awaitUninterrupted(busy));
                var flood = new ByteArrayOutputStream();
                for (int i = 0; i < FLAPS; i++) {
                    Port port = Port.of(10 + i, 10 + i, "eth" + i);
                    flood.writeBytes(status(PortStatus.Reason.ADD, port));
                    if (i != FLAPS - 1) {
                        flood.writeBytes(status(PortStatus.Reason.DELETE, port));
                    }
                }
                flood.writeBytes(
                        status(PortStatus.Reason.DELETE, flooder.ports().get(3)));
                flooder.sendRaw(flood.toByteArray());
                await().atMost(PATIENCE)
                        .until(() ->
                                controller.switchOf(1).orElseThrow().counters().received(MessageType.PORT_STATUS)
                                        == 2 * FLAPS);
                assertThat(topology.queuedChanges()).isLessThan(2_000);
                busy.countDown();
                await().atMost(PATIENCE)
                        .until(() -> topology.snapshot().edges(1).numbers().equals(List.of(1L, 2L, 3L, 9L + FLAPS)));
            }
        }
    }

    private static byte[] status(Port port) {
        return status(PortStatus.Reason.MODIFY, port);
    }

    private static byte[] status(PortStatus.Reason reason, Port port) {
        return Messages.encode(new PortStatus(reason, port), Version.OF13, 1);
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
