package net.beaconcontroller.probe;

import static org.assertj.core.api.Assertions.assertThat;

import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import org.junit.jupiter.api.Test;

class HostTest {
    private static final long CONTROLLER = 0x0262_6561_636eL;
    private static final Host HOST = new Host(1, 0x0200_0000_0001L, 0x0a00_0001L);
    private static final Host OTHER = new Host(2, 0x0200_0000_0002L, 0x0a00_0002L);

    @Test
    void repliesToAnArpRequestForItsAddress() {
        byte[] probe = FrameBuilder.ethernet(HOST.mac(), CONTROLLER)
                .arpRequest(0, HOST.ip())
                .build();

        byte[] answer = HOST.answerTo(probe).orElseThrow();

        var frame = new Ethernet();
        frame.wrap(answer, 0, answer.length);
        assertThat(frame.destination()).isEqualTo(CONTROLLER);
        assertThat(frame.source()).isEqualTo(HOST.mac());
        assertThat(frame.arp()).isNotNull().satisfies(arp -> {
            assertThat(arp.operation()).isEqualTo(Arp.REPLY);
            assertThat(arp.senderMac()).isEqualTo(HOST.mac());
            assertThat(arp.senderIp()).isEqualTo(HOST.ip());
        });
    }

    @Test
    void ignoresRequestsForOthersAndOtherFrames() {
        assertThat(HOST.answerTo(HOST.arpRequest(OTHER))).isEmpty();
        assertThat(HOST.answerTo(OTHER.arpReply(HOST))).isEmpty();
        assertThat(HOST.answerTo(OTHER.udpTo(HOST, 1))).isEmpty();
        assertThat(HOST.answerTo(new byte[13])).isEmpty();
    }
}
