package net.beaconcontroller.emulator.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a server of DHCP answers, and how messages are written. */
class DhcpTest {
    private static final long SERVER = NetworkSpecBuilder.address(1);
    private static final long FIRST = NetworkSpecBuilder.address(101);
    private static final long CLIENT = 0x0200_0000_0001L;
    private static final long OTHER = 0x0200_0000_0002L;

    private final Wiring wiring = new Wiring();
    private final DhcpServer server = new DhcpServer(wiring.loop, SERVER, new NetworkSpec.Pool(FIRST, FIRST + 1));

    DhcpTest() throws IOException {}

    @AfterEach
    void close() {
        wiring.close();
    }

    @Test
    void aMessageIsReadAsItWasWritten() {
        var message = new DhcpMessage(-2, 0, FIRST, CLIENT, DhcpMessage.ACK, 0, SERVER, 600);
        byte[] bytes = message.toBytes();
        assertThat(DhcpMessage.read(bytes, 0, bytes.length)).isEqualTo(message);
    }

    @Test
    void whatIsCutShortIsReadAsFarAsItIsThereOrNotAtAll() {
        byte[] bytes =
                DhcpMessage.ofClient(1, 0, CLIENT, DhcpMessage.DISCOVER, 0, 0).toBytes();
        for (int length = 0; length < 240; length++) {
            assertThat(DhcpMessage.read(bytes, 0, length)).isNull();
        }
        assertThat(DhcpMessage.read(bytes, 0, 242)).isNotNull();
    }

    @Test
    void eachClientIsOfferedAnAddressOfItsOwnAndTheSameAgain() {
        assertThat(offer(CLIENT)).isEqualTo(FIRST);
        assertThat(offer(OTHER)).isEqualTo(FIRST + 1);
        assertThat(offer(CLIENT)).isEqualTo(FIRST);
    }

    @Test
    void thereIsNoOfferWhenThePoolIsUsedUp() {
        offer(CLIENT);
        offer(OTHER);
        assertThat(server.answer(fromClient(0x0200_0000_0003L, DhcpMessage.DISCOVER, 0, 0)))
                .isEmpty();
    }

    @Test
    void aRequestForWhatWasOfferedIsGranted() {
        DhcpMessage answer = server.answer(fromClient(CLIENT, DhcpMessage.REQUEST, offer(CLIENT), SERVER))
                .orElseThrow();
        assertThat(answer.type()).isEqualTo(DhcpMessage.ACK);
        assertThat(answer.your()).isEqualTo(FIRST);
        assertThat(answer.leaseSeconds()).isPositive();
    }

    @Test
    void aRequestForAnotherAddressIsDenied() {
        offer(CLIENT);
        assertThat(server.answer(fromClient(CLIENT, DhcpMessage.REQUEST, FIRST + 1, SERVER)))
                .hasValueSatisfying(answer -> assertThat(answer.type()).isEqualTo(DhcpMessage.NAK));
    }

    @Test
    void aRequestToAnotherServerIsNotAnswered() {
        assertThat(server.answer(fromClient(CLIENT, DhcpMessage.REQUEST, offer(CLIENT), SERVER + 1)))
                .isEmpty();
    }

    private long offer(long mac) {
        DhcpMessage answer =
                server.answer(fromClient(mac, DhcpMessage.DISCOVER, 0, 0)).orElseThrow();
        assertThat(answer.type()).isEqualTo(DhcpMessage.OFFER);
        return answer.your();
    }

    private static DhcpMessage fromClient(long mac, int type, long requested, long server) {
        return DhcpMessage.ofClient(7, 0, mac, type, requested, server);
    }
}
