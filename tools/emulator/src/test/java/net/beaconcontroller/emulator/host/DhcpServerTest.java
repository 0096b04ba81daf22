package net.beaconcontroller.emulator.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.packet.Dhcp;
import net.beaconcontroller.packet.DhcpBuilder;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DhcpServerTest {
    private static final long SERVER = NetworkSpecBuilder.address(1);
    private static final long FIRST = NetworkSpecBuilder.address(101);
    private static final long CLIENT = 0x0200_0000_0001L;
    private static final long OTHER = 0x0200_0000_0002L;
    private static final int TRANSACTION_ID = 7;

    private final Wiring wiring = new Wiring();
    private final List<Dhcp> replies = new ArrayList<>();
    private final DhcpServer server =
            new DhcpServer(wiring.loop, SERVER, new NetworkSpec.Pool(FIRST, FIRST + 1), (mac, address, message) -> {
                Dhcp reply = view(message);
                assertThat(reply.clientMac()).isEqualTo(mac);
                assertThat(reply.yourAddress()).isEqualTo(address);
                replies.add(reply);
            });

    DhcpServerTest() throws IOException {}

    @AfterEach
    void close() {
        wiring.close();
    }

    @Test
    void offersEachClientAnAddressAndTheSameAddressAgain() {
        assertThat(offer(CLIENT)).isEqualTo(FIRST);
        assertThat(offer(OTHER)).isEqualTo(FIRST + 1);
        assertThat(offer(CLIENT)).isEqualTo(FIRST);
    }

    @Test
    void offersNothingWhenThePoolIsExhausted() {
        offer(CLIENT);
        offer(OTHER);
        assertThat(replies(0x0200_0000_0003L, Dhcp.DISCOVER, 0, 0)).isEmpty();
    }

    @Test
    void grantsARequestForTheOfferedAddress() {
        Dhcp reply = reply(CLIENT, Dhcp.REQUEST, offer(CLIENT), SERVER);
        assertThat(reply.type()).isEqualTo(Dhcp.ACK);
        assertThat(reply.transactionId()).isEqualTo(TRANSACTION_ID);
        assertThat(reply.serverIdentifier()).isEqualTo(SERVER);
        assertThat(reply.yourAddress()).isEqualTo(FIRST);
        assertThat(reply.leaseSeconds()).isPositive();
    }

    @Test
    void refusesARequestForAnotherAddress() {
        offer(CLIENT);
        assertThat(reply(CLIENT, Dhcp.REQUEST, FIRST + 1, SERVER).type()).isEqualTo(Dhcp.NAK);
    }

    @Test
    void ignoresARequestToAnotherServer() {
        assertThat(replies(CLIENT, Dhcp.REQUEST, offer(CLIENT), SERVER + 1)).isEmpty();
    }

    private long offer(long mac) {
        Dhcp reply = reply(mac, Dhcp.DISCOVER, 0, 0);
        assertThat(reply.type()).isEqualTo(Dhcp.OFFER);
        return reply.yourAddress();
    }

    private Dhcp reply(long mac, int type, long requested, long identifier) {
        return assertThat(replies(mac, type, requested, identifier))
                .singleElement()
                .actual();
    }

    private List<Dhcp> replies(long mac, int type, long requested, long identifier) {
        replies.clear();
        server.receive(view(new DhcpBuilder(type, TRANSACTION_ID, mac)
                .requestedAddress(requested)
                .serverIdentifier(identifier)
                .build()));
        return List.copyOf(replies);
    }

    private static Dhcp view(byte[] message) {
        byte[] bytes = FrameBuilder.ethernet(0, 0)
                .ipv4(0, 0)
                .udp(Dhcp.CLIENT_PORT, Dhcp.SERVER_PORT)
                .payload(message)
                .build();
        var frame = new Ethernet();
        frame.wrap(bytes, 0, bytes.length);
        return Objects.requireNonNull(Objects.requireNonNull(frame.ipv4()).dhcp());
    }
}
