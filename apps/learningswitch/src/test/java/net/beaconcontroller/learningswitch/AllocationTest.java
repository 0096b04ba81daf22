package net.beaconcontroller.learningswitch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.io.TransportType;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.switchkit.ScriptedSwitch.Behavior;

/**
 * The bytes that an event loop's thread allocates from reading a packet-in from the socket to writing its flow-mod,
 * including the JDK's selector and sockets. Allocation before the JIT compiler has compiled the code is not counted.
 * Whether the compiler removes the object that the JDK makes for each call of recv(2) and send(2) by the native
 * transport differs from run to run; ByteTransportTest measures these calls.
 */
class AllocationTest {
    private static final int HOSTS = 64;
    private static final int PACKETS = 200_000;

    @EachVersion
    void handlingAPacketInAllocatesNothing(Version version) throws Exception {
        ControllerOptions oneLoop = ControllerOptions.onFreePort()
                .withIo(ControllerOptions.Io.DEFAULT.withLoops(1).withTransport(TransportType.NIO));
        var loopThread = new CompletableFuture<Long>();
        try (var controller = new OpenFlowController(oneLoop)) {
            controller.register("learningswitch", new LearningSwitch());
            controller.start();
            try (var fake = ScriptedSwitch.connect(controller.address(), 1, version, 4, Behavior.DISCARDING)) {
                await().until(() -> controller.switchOf(1).isPresent());
                controller
                        .switchOf(1)
                        .orElseThrow()
                        .execute(
                                () -> loopThread.complete(Thread.currentThread().threadId()));
                long loop = loopThread.get();
                fake.send(PacketIn.of(2, PacketIn.NO_BUFFER, Frames.udp(1, 0xff, 1, 1)));
                await().until(() -> fake.count(MessageType.PACKET_OUT) == 1);
                byte[] one = packetIns(version, 1);
                byte[] many = packetIns(version, HOSTS);
                // The first rounds allocate until the JIT compiler has compiled the code.
                await().atMost(Duration.ofSeconds(50)).untilAsserted(() -> {
                    // Few packet-ins per read, because the code of a read has to be compiled too.
                    exchange(fake, one, PACKETS / 10, 1);
                    // The first reads of many after that allocate 2 KB in all.
                    exchange(fake, many, PACKETS / 10, HOSTS);
                    double bytes = (double) allocatedBy(loop, () -> exchange(fake, many, PACKETS, HOSTS)) / PACKETS;
                    assertThat(bytes).as("bytes per packet-in").isLessThan(0.01);
                });
            }
        }
    }

    /** Returns encoded packet-ins of frames from the hosts to the known host. */
    private static byte[] packetIns(Version version, int hosts) {
        var all = new java.io.ByteArrayOutputStream();
        for (int host = 0; host < hosts; host++) {
            all.writeBytes(
                    Messages.encode(PacketIn.of(1, 100 + host, Frames.udp(0xff, 0x100 + host, 5, 6)), version, 1));
        }
        return all.toByteArray();
    }

    private static void exchange(ScriptedSwitch fake, byte[] packetIns, int count, int perWrite) {
        long before = fake.count(MessageType.FLOW_MOD);
        try {
            for (int sent = 0; sent < count; sent += perWrite) {
                fake.sendBytes(packetIns);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        await().until(() -> fake.count(MessageType.FLOW_MOD) - before >= count);
    }

    private static long allocatedBy(long thread, Runnable work) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getThreadAllocatedBytes(thread);
        work.run();
        return threads.getThreadAllocatedBytes(thread) - before;
    }
}
