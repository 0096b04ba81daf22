package net.beaconcontroller.emulator.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import net.beaconcontroller.emulator.datapath.ControllerAddress;
import net.beaconcontroller.emulator.datapath.EmulatedSwitch;
import net.beaconcontroller.emulator.datapath.TestFrames;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.switchkit.io.SelectLoop;
import org.junit.jupiter.api.Test;

class ManySwitchesTest {
    private static final int COUNT = 300;

    @Test
    void switchesInARingForwardAFrameAroundIt() throws Exception {
        Queue<Socket> accepted = new ConcurrentLinkedQueue<>();
        try (var server = new ServerSocket(0, COUNT, InetAddress.getLoopbackAddress());
                var loop = SelectLoop.start("ring")) {
            Thread.ofVirtual().start(() -> greetAll(server, accepted));
            var address =
                    ControllerAddress.plain(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
            List<EmulatedSwitch> ring = new ArrayList<>();
            loop.call(() -> {
                for (int i = 0; i < COUNT; i++) {
                    ring.add(new EmulatedSwitch(loop, "s" + i, i, Set.of(Version.OF13), address, 0));
                }
                for (int i = 0; i < COUNT; i++) {
                    EmulatedSwitch next = ring.get((i + 1) % COUNT);
                    ring.get(i).addPort(1, "in", _ -> {});
                    ring.get(i).addPort(2, "out", frame -> loop.after(10_000, () -> next.receive(1, frame)));
                    ring.get(i).start();
                }
                return null;
            });
            await().until(() ->
                    loop.call(() -> ring.stream().allMatch(sw -> sw.flows().size() == 1)));
            loop.execute(() -> ring.getFirst().receive(1, TestFrames.udp4().toArray()));

            await().until(() -> loop.call(() -> ring.getFirst().counters().framesForwarded() > 3));
            assertThat(loop.call(() -> ring.getLast().counters().framesForwarded()))
                    .isGreaterThanOrEqualTo(3);
        } finally {
            for (Socket socket : accepted) {
                socket.close();
            }
        }
    }

    private static void greetAll(ServerSocket server, Queue<Socket> accepted) {
        byte[] hello = Messages.encode(Hello.offering(Set.of(Version.OF13)), Version.OF13, 1);
        byte[] flow = Messages.encode(FlowMod.parse("in_port=1,actions=output:2"), Version.OF13, 2);
        try {
            while (accepted.size() < COUNT) {
                Socket socket = server.accept();
                accepted.add(socket);
                socket.getOutputStream().write(hello);
                socket.getOutputStream().write(flow);
            }
        } catch (IOException _) {
            // The test has ended.
        }
    }
}
