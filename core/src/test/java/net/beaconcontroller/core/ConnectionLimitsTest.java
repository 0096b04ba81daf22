package net.beaconcontroller.core;

import static net.beaconcontroller.core.ControllerFixture.EACH_DESIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.switchkit.ScriptedSwitch.Behavior;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag(EACH_DESIGN)
class ConnectionLimitsTest {
    private static ControllerOptions limits(int connections, int handshakes) {
        ControllerOptions options = ControllerFixture.withLoops(2);
        return options.withIo(
                options.io().withLimits(ControllerOptions.Limits.DEFAULT.withConnections(connections, handshakes)));
    }

    /** Connects from another address of this machine, and sends nothing. */
    private static Socket connectFrom(String address, ControllerFixture fixture) throws IOException {
        return new Socket(
                fixture.controller.address().getAddress(),
                fixture.controller.address().getPort(),
                InetAddress.getByName(address),
                0);
    }

    private static boolean isClosed(Socket socket) {
        try {
            socket.setSoTimeout(1);
            socket.getInputStream().readAllBytes();
            return true;
        } catch (SocketTimeoutException _) {
            return false;
        } catch (IOException _) {
            return true;
        }
    }

    @Test
    void refusesConnectionsAboveTheLimitUntilOneIsClosed() throws Exception {
        try (var fixture = new ControllerFixture(limits(2, 10))) {
            ScriptedSwitch first = fixture.connect(1, Version.OF13);
            fixture.connect(2, Version.OF13);
            ScriptedSwitch third = fixture.open(3, Version.OF13, Behavior.RESPONSIVE);
            await().until(third::isClosed);
            first.close();
            await().until(() -> fixture.controller.switchOf(1).isEmpty());
            fixture.connect(4, Version.OF13);
            assertThat(fixture.controller.switches()).hasSize(2);
        }
    }

    @Test
    void whoOpensManyConnectionsDisplacesHisOwn() throws Exception {
        try (var fixture = new ControllerFixture(limits(100, 5))) {
            ScriptedSwitch slow = fixture.open(1, Version.OF13, Behavior.SILENT);
            List<Socket> attackers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                attackers.add(connectFrom("127.0.0.2", fixture));
            }
            await().until(() ->
                    attackers.stream().filter(socket -> !isClosed(socket)).count() == 4);
            fixture.connect(2, Version.OF13);
            assertThat(slow.isClosed()).isFalse();
            for (Socket socket : attackers) {
                socket.close();
            }
        }
    }

    @Test
    void switchesThatHaveCompletedTheHandshakeDoNotCount() throws Exception {
        try (var fixture = new ControllerFixture(limits(100, 1))) {
            for (int id = 1; id <= 10; id++) {
                fixture.connect(id, Version.OF13);
            }
            assertThat(fixture.controller.switches()).hasSize(10);
        }
    }
}
