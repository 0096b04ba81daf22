package net.beaconcontroller.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A switch that reports changes of its ports faster than the topology handles them. */
class PortFloodTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int FLAPS = 20_000;

    private final CountDownLatch busy = new CountDownLatch(1);
    private final ByteArrayOutputStream flood = new ByteArrayOutputStream();
    private OpenFlowController controller;
    private LinkDiscovery topology;
    private ScriptedSwitch flooder;

    @BeforeEach
    void connect() throws Exception {
        controller = new OpenFlowController(ControllerOptions.onFreePort());
        topology = new LinkDiscovery(Timing.of(ApplicationSettings.none()), Threads.system());
        controller.register("topology", topology);
        controller.start();
        flooder = ScriptedSwitch.connect(controller.address(), 1, Version.OF13);
        awaitEdges(1L, 2L, 3L, 4L);
        topology.addListener(_ -> awaitUninterrupted(busy));
    }

    @AfterEach
    void close() throws Exception {
        busy.countDown();
        flooder.close();
        topology.close();
        controller.close();
    }

    @Test
    void aFloodOfPortChangesIsQueuedOnceAPort() throws Exception {
        for (int i = 0; i < FLAPS; i++) {
            Port port = flooder.ports().get(i % 3);
            flood.writeBytes(status(port.withLink(false)));
            flood.writeBytes(status(port));
        }
        flood.writeBytes(status(flooder.ports().get(3).withLink(false)));
        sendFlood(2 * FLAPS + 1);
        assertThat(topology.queuedChanges()).isLessThan(100);
        busy.countDown();
        awaitEdges(1L, 2L, 3L);
    }

    @Test
    void aFloodOfPortsWithEverNewNumbersIsComparedOnce() throws Exception {
        for (int i = 0; i < FLAPS; i++) {
            Port port = Port.of(10 + i, 10 + i, "eth" + i);
            flood.writeBytes(status(PortStatus.Reason.ADD, port));
            if (i != FLAPS - 1) {
                flood.writeBytes(status(PortStatus.Reason.DELETE, port));
            }
        }
        flood.writeBytes(status(PortStatus.Reason.DELETE, flooder.ports().get(3)));
        sendFlood(2 * FLAPS);
        assertThat(topology.queuedChanges()).isLessThan(2_000);
        busy.countDown();
        awaitEdges(1L, 2L, 3L, 9L + FLAPS);
    }

    /** Sends the flood, and waits until the controller has received all of its messages. */
    private void sendFlood(long messages) throws Exception {
        flooder.sendBytes(flood.toByteArray());
        await().atMost(PATIENCE)
                .until(() ->
                        controller.switchOf(1).orElseThrow().counters().received(MessageType.PORT_STATUS) == messages);
    }

    private void awaitEdges(Long... ports) {
        await().atMost(PATIENCE)
                .until(() -> topology.snapshot().edges(1).numbers().equals(List.of(ports)));
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
