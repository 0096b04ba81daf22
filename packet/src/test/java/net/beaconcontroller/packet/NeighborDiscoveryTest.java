package net.beaconcontroller.packet;

import static java.util.Objects.requireNonNull;
import static net.beaconcontroller.packet.Frames.view;
import static org.assertj.core.api.Assertions.assertThat;

import net.beaconcontroller.net.Ipv6Address;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NeighborDiscoveryTest {
    private static final String TARGET = "fe800000000000000000000000000001";

    private static @Nullable NeighborDiscovery message(int length, String... hex) {
        String header = "6 00 00000 %04x 3a ff".formatted(length) + Frames.IPV6_ADDRESSES;
        return requireNonNull(view("86dd", header + String.join("", hex)).ipv6())
                .neighborDiscovery();
    }

    @Test
    void readsANeighborSolicitationWithTheSourceAddress() {
        NeighborDiscovery message = requireNonNull(message(32, "87 00 0000 00000000", TARGET, "0101 0200000000a1"));
        assertThat(message.type()).isEqualTo(NeighborDiscovery.NEIGHBOR_SOLICITATION);
        assertThat(message.hasTarget()).isTrue();
        assertThat(Ipv6Address.read(message.array(), message.targetOffset())).hasToString("fe80::1");
        assertThat(message.mac()).isEqualTo(0x0200000000a1L);
    }

    @Test
    void readsANeighborAdvertisementWithTheTargetAddressAmongOtherOptions() {
        NeighborDiscovery message = requireNonNull(message(
                48, "88 00 0000 60000000", TARGET, "0e01 000000000000", "0101 0200000000ff", "0201 0200000000a1"));
        assertThat(message.type()).isEqualTo(NeighborDiscovery.NEIGHBOR_ADVERTISEMENT);
        assertThat(message.mac()).isEqualTo(0x0200000000a1L);
    }

    @Test
    void readsARouterSolicitationWithoutATarget() {
        NeighborDiscovery message = requireNonNull(message(8, "85 00 0000 00000000"));
        assertThat(message.type()).isEqualTo(NeighborDiscovery.ROUTER_SOLICITATION);
        assertThat(message.hasTarget()).isFalse();
        assertThat(message.mac()).isEqualTo(NeighborDiscovery.NO_MAC);
    }

    @Test
    void isAbsentForOtherMessages() {
        assertThat(message(8, "80 00 0000 00000000")).as("echo request").isNull();
        assertThat(message(24, "89 00 0000 00000000", TARGET)).as("redirect").isNull();
    }

    @Test
    void isAbsentIfTruncatedOrWithInvalidOptionLengths() {
        assertThat(message(24, "87 00 0000 00000000", TARGET)).isNotNull();
        assertThat(message(23, "87 00 0000 00000000", TARGET)).isNull();
        assertThat(message(7, "85 00 0000 000000")).isNull();
        assertThat(message(32, "87 00 0000 00000000", TARGET, "0100 0200000000a1"))
                .as("zero length")
                .isNull();
        assertThat(message(32, "87 00 0000 00000000", TARGET, "0102 0200000000a1"))
                .as("too long")
                .isNull();
        assertThat(message(28, "87 00 0000 00000000", TARGET, "0101 0200"))
                .as("truncated")
                .isNull();
    }
}
