package net.beaconcontroller.switchkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.time.Duration;
import net.beaconcontroller.openflow.Version;
import org.junit.jupiter.api.Test;

class ScriptedSwitchTest {
    @Test
    void aConnectionThatTheControllerHasResetBeforeHelloIsAClosedOne() throws Exception {
        try (var sw = ScriptedSwitch.start(resetConnection(), 1, Version.OF13)) {
            assertThat(sw.awaitClosed(Duration.ofSeconds(10))).isTrue();
            assertThat(sw.end()).isNotEmpty();
        }
    }

    private static Socket resetConnection() throws IOException {
        try (var controller = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var socket = new Socket(controller.getInetAddress(), controller.getLocalPort());
            try (Socket accepted = controller.accept()) {
                accepted.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
            return socket;
        }
    }
}
