package net.beaconcontroller.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;

/** Allocation of the loop thread, from the socket on, for packets that contain no new information. */
class AllocationTest {
    private static final int HOSTS = 64;
    private static final int PACKETS = 200_000;

    /** Less than the smallest object for one packet of 32. Whether each read allocates depends on the compiler. */
    private static final double MAX_BYTES_PER_PACKET = 0.5;

    private volatile long received;

    @Test
    void packetsWithoutNewInformationAllocateNothing() throws Exception {
        ControllerOptions oneLoop = ControllerOptions.onFreePort().withIo(ControllerOptions.Io.DEFAULT.withLoops(1));
        var topology = new FakeTopology().withEdges(new SwitchPort(1, 1));
        var controller = new OpenFlowController(oneLoop);
        var devices = new DeviceTracker(controller, ApplicationSettings.none(), topology);
        try (controller;
                AutoCloseable _ = devices::close) {
            controller.register("devices", devices);
            controller.register("z-counter", counting());
            controller.start();
            try (var fake = ScriptedSwitch.connect(controller.address(), 1, Version.OF13)) {
                await().until(() -> controller.switchOf(1).isPresent());
                long loop = loopOf(controller);
                byte[] packetIns = packetIns();
                fake.sendBytes(packetIns);
                await().until(() -> devices.all()
                                .filter(device -> device.ipv4Addresses().size() == 1
                                        && device.ipv6Addresses().size() == 1)
                                .count()
                        == HOSTS);
                // the first rounds allocate until the code is compiled
                await().atMost(Duration.ofSeconds(50)).untilAsserted(() -> {
                    double bytes = (double) allocatedBy(loop, () -> exchange(fake, packetIns)) / PACKETS;
                    assertThat(bytes).as("bytes per packet-in").isLessThan(MAX_BYTES_PER_PACKET);
                });
            }
        }
    }

    // written by one loop only
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private PacketInListener counting() {
        return (_, _) -> {
            received++;
            return Next.STOP;
        };
    }

    private static long loopOf(OpenFlowController controller) throws Exception {
        var threadId = new CompletableFuture<Long>();
        controller
                .switchOf(1)
                .orElseThrow()
                .execute(() -> threadId.complete(Thread.currentThread().threadId()));
        return threadId.get();
    }

    /** Encodes packet-ins with an ARP announcement, a Neighbor Advertisement and a UDP datagram of each host. */
    private static byte[] packetIns() {
        var all = new ByteArrayOutputStream();
        for (int host = 1; host <= HOSTS; host++) {
            long mac = 0x0200_0000_0000L + host;
            all.writeBytes(packetIn(HostFrames.announcement(mac, 0x0a00_0000 + host)));
            all.writeBytes(packetIn(HostFrames.advertisement(mac, "fe80%028x".formatted(host))));
            all.writeBytes(packetIn(Frames.udp(0xff, mac, 1, 2)));
        }
        return all.toByteArray();
    }

    private static byte[] packetIn(Bytes frame) {
        return Messages.encode(PacketIn.of(1, PacketIn.NO_BUFFER, frame), Version.OF13, 1);
    }

    private void exchange(ScriptedSwitch fake, byte[] packetIns) {
        long before = received;
        try {
            for (int sent = 0; sent < PACKETS; sent += 3 * HOSTS) {
                fake.sendBytes(packetIns);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        await().until(() -> received - before >= PACKETS);
    }

    private static long allocatedBy(long thread, Runnable work) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getThreadAllocatedBytes(thread);
        work.run();
        return threads.getThreadAllocatedBytes(thread) - before;
    }
}
