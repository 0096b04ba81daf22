package net.beaconcontroller.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.core.options.ControllerOptions.Read;
import net.beaconcontroller.core.options.ControllerOptions.Write;
import net.beaconcontroller.io.TransportType;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The effects of {@code io.read} and {@code io.write}: the thread of a listener, and the writes to a socket. */
@Tag(ControllerFixture.EACH_DESIGN)
class DesignEffectTest {
    private static final int PACKET_INS = 20;
    private static final String WRITE_EVENT = "jdk.SocketWrite";

    @Test
    void aListenerRunsOnTheLoopOrOnAThreadOfTheSharedQueue() throws Exception {
        var thread = new AtomicReference<String>();
        try (var fixture = new ControllerFixture()) {
            fixture.controller.register("observer", (PacketInListener) (_, _) -> {
                thread.set(Thread.currentThread().getName());
                return Next.PASS;
            });
            fixture.connect(1, Version.OF13).send(ControllerFixture.packetIn(1));
            await().until(() -> thread.get() != null);
        }
        assertThat(thread.get())
                .startsWith(ControllerFixture.READ == Read.SHARED_QUEUE ? "beacon-pipeline-" : "beacon-loop-");
    }

    /** With the transport of the JDK, which records its writes. */
    @Test
    void theAnswersToPacketInsThatCameTogetherAreWrittenTogetherOrOneByOne(@TempDir Path folder) throws Exception {
        var options = ControllerFixture.oneLoop();
        try (var fixture = new ControllerFixture(options.withIo(options.io().withTransport(TransportType.NIO)));
                var recording = new Recording()) {
            fixture.controller.register("answer", (PacketInListener) (sw, in) -> {
                sw.packetOut(in).output(2).send();
                return Next.STOP;
            });
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            Switch sw = fixture.active(1);
            var received = new ByteArrayOutputStream();
            for (int i = 0; i < PACKET_INS; i++) {
                received.writeBytes(Messages.encode(ControllerFixture.packetIn(i), Version.OF13, i));
            }
            recording.enable(WRITE_EVENT).withThreshold(Duration.ZERO).withoutStackTrace();
            recording.start();
            fake.sendBytes(received.toByteArray());
            await().until(() -> fake.count(MessageType.PACKET_OUT) == PACKET_INS);
            recording.stop();

            Path file = folder.resolve("writes.jfr");
            recording.dump(file);
            int port = ((InetSocketAddress) sw.remoteAddress()).getPort();
            long writes = RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().equals(WRITE_EVENT) && event.getInt("port") == port)
                    .count();
            if (ControllerFixture.WRITE == Write.IMMEDIATE) {
                assertThat(writes).isGreaterThanOrEqualTo(PACKET_INS);
            } else {
                // One, unless the threads of the shared queue were interrupted.
                assertThat(writes).isBetween(1L, PACKET_INS / 2L);
            }
        }
    }
}
