package net.beaconcontroller.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class PeerNetworkTest {
    private static PeerNetwork of(String address) {
        return PeerNetwork.of(new InetSocketAddress(address, 6653));
    }

    @Test
    void anIpv4AddressIsANetworkOfItsOwn() {
        assertThat(of("192.0.2.1")).isNotEqualTo(of("192.0.2.2")).hasToString("192.0.2.1");
        assertThat(of("::ffff:192.0.2.1")).isEqualTo(of("192.0.2.1"));
    }

    @Test
    void theIpv6AddressesOfASubnetAreOneNetwork() {
        assertThat(of("2001:db8:0:1::1"))
                .isEqualTo(of("2001:db8:0:1:ffff:ffff:ffff:ffff"))
                .isNotEqualTo(of("2001:db8:0:2::1"))
                .hasToString("2001:db8:0:1:0:0:0:0/64");
    }

    @Test
    void anUnresolvedNameIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PeerNetwork.of(InetSocketAddress.createUnresolved("switch.example", 6653)))
                .withMessageContaining("switch.example");
    }
}
