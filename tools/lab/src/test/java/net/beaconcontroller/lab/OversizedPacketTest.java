package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import net.beaconcontroller.labkit.RestClient;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.structure.Port;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Datagrams of 64 KB, whose packet-ins are longer than their header can state. */
@NeedsOpenVSwitch
class OversizedPacketTest {
    private static final Version[] VERSIONS = {Version.OF10, Version.OF13, Version.OF14, Version.OF15};
    private static final int DATAGRAMS = 20;
    /** So many that the receive buffer of the switch has space for them, even if it is busy. */
    private static final int BURST = 2;

    private static final Pattern OVERSIZED = Pattern.compile("\"oversized\" ?: ?(\\d+)");

    @TempDir
    private Path folder;

    /**
     * The receiver of the packet-in that trusts its header continues with the last byte of the header, 0, and the
     * Ethernet address of the destination, 02:00:2b:..: a message of version 0 with 43 bytes. The next one begins with
     * the payload of the datagram.
     */
    @Test
    void theContentIsNotTakenForMessagesOfTheSwitch() throws Exception {
        try (var lab = OvsLab.build("linear,4", "OpenFlow10 OpenFlow13 OpenFlow14 OpenFlow15");
                var beacon = BeaconProcess.startIn(lab, "topology,devices,routing", folder.toString())) {
            beacon.control(lab);
            beacon.awaitLine("topology: 4 switches, 3 links, 4 edges;");
            RestClient rest = beacon.rest(folder);
            for (int i = 1; i <= VERSIONS.length; i++) {
                long port = lab.hostPort(i).port();
                lab.vsctl("set interface s%d-eth%d mtu_request=65535".formatted(i, port));
                Path payload = Files.write(folder.resolve("payload" + i), removalsOf(port, VERSIONS[i - 1]));
                lab.inHost(i, "ip link set eth0 mtu 65535");
                lab.inHost(i, "ip neigh replace 10.0.0.99 lladdr 02:00:2b:00:00:01 dev eth0");
                // One write is one datagram.
                Path script = Files.writeString(folder.resolve("send" + i), """
                        for i in {1..%d}; do
                          dd if=%s bs=65500 count=1 status=none >/dev/udp/10.0.0.99/9
                        done""".formatted(BURST, payload));
                String path = "v1/switches/" + i;
                for (int sent = BURST; sent <= DATAGRAMS; sent += BURST) {
                    int expected = sent;
                    lab.inHost(i, "bash " + script);
                    await().untilAsserted(
                                    () -> assertThat(oversized(rest.get(path))).isEqualTo(expected));
                }
                assertThat(rest.get(path)).contains("\"malformed\":0");
            }
            assertThat(lab.pingAll().failed()).as(beacon::toString).isEmpty();
        }
    }

    private static byte[] removalsOf(long port, Version version) throws IOException {
        byte[] removal = Messages.encode(
                new PortStatus(PortStatus.Reason.DELETE, Port.of(port, 0x0200_0000_0001L, "removed")), version, 0);
        var payload = new ByteArrayOutputStream();
        while (payload.size() < 0xffff) {
            payload.write(removal);
        }
        return Arrays.copyOf(payload.toByteArray(), 65500);
    }

    private static int oversized(String sw) {
        Matcher count = OVERSIZED.matcher(sw);
        assertThat(count.find()).as(sw).isTrue();
        return Integer.parseInt(count.group(1));
    }
}
