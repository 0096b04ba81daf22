package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ARP and Neighbor Discovery for a MAC address that is not the source of the frame. */
class ProxyClaimsTest {
    private static final long CLIENT = 1;
    private static final int CLIENT_PORT = 1;
    private static final long ROUTER = 2;
    private static final int ROUTER_PORT = 2;
    private static final int OTHER_PORT = 3;
    private static final long VIRTUAL = 0x0000_5e00_010aL;
    private static final long GLBP = 0x0007_b400_0102L;
    private static final long IP = 0x0a00_0064L;
    private static final Ipv6Address IP6 = Ipv6Address.parse("fd00::64");

    private final ForwarderFixture fixture = new ForwarderFixture(Version.OF13)
            .withSwitch(1, OTHER_PORT)
            .withHost(CLIENT, 0, at(CLIENT_PORT))
            .withHost(ROUTER, IP + 1, at(ROUTER_PORT));

    @AfterEach
    void close() {
        fixture.close();
    }

    private static SwitchPort at(int port) {
        return new SwitchPort(1, port);
    }

    /** Returns whether an ARP reply of the router is sent to the client. */
    private boolean isForwarded(long senderMac, long senderIp) {
        return isForwarded(FrameBuilder.ethernet(CLIENT, ROUTER).arp(Arp.REPLY, senderMac, senderIp, CLIENT, IP - 1));
    }

    private boolean isForwarded(FrameBuilder frame) {
        fixture.receive(1, PacketIn.of(ROUTER_PORT, PacketIn.NO_BUFFER, Bytes.of(frame.build())));
        return fixture.outputs(1).contains((long) CLIENT_PORT);
    }

    @Test
    void theFirstAnswerOfAVirtualMacAddressIsForwardedAtOnceWithoutAFlow() {
        assertThat(isForwarded(VIRTUAL, IP)).isTrue();
        assertThat(fixture.sw(1).sent(FlowMod.class)).isEmpty();
    }

    @Test
    void anAnswerForAHostAtTheSamePortIsForwarded() {
        fixture.withHost(3, IP, at(ROUTER_PORT));
        assertThat(isForwarded(3, IP)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {VIRTUAL, 3})
    void anAnswerForAMacAddressAtAnotherPortIsNotForwarded(long mac) {
        fixture.withHost(mac, IP, at(OTHER_PORT));
        assertThat(isForwarded(mac, IP)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {3, MacAddress.BROADCAST})
    void anAnswerForAnUnknownMacAddressIsNotForwarded(long mac) {
        assertThat(isForwarded(mac, IP)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {VIRTUAL, GLBP})
    void aVirtualMacAddressDoesNotGiveAnAddressOfAnotherHost(long mac) {
        fixture.withHost(3, IP, at(OTHER_PORT));
        assertThat(isForwarded(mac, IP)).isFalse();
    }

    @Test
    void aRouterOfGlbpAnswersForItsAddressWithTheMacAddressOfAnother() {
        fixture.withHost(GLBP, 0, at(OTHER_PORT));
        assertThat(isForwarded(GLBP, IP + 1)).isTrue();
    }

    @Test
    void anAdvertisementOfAVirtualMacAddressIsForwarded() {
        assertThat(isForwarded(advertisement())).isTrue();
    }

    @Test
    void anAdvertisementOfAVirtualMacAddressAtAnotherPortIsNotForwarded() {
        fixture.withHost(VIRTUAL, IP6, at(OTHER_PORT));
        assertThat(isForwarded(advertisement())).isFalse();
    }

    @Test
    void anAdvertisementForTheAddressOfAnotherHostIsNotForwarded() {
        fixture.withHost(3, IP6, at(OTHER_PORT));
        assertThat(isForwarded(advertisement())).isFalse();
    }

    private static FrameBuilder advertisement() {
        return FrameBuilder.ethernet(CLIENT, ROUTER)
                .ipv6(Ipv6Address.parse("fe80::2"), Ipv6Address.parse("fe80::1"))
                .neighborAdvertisement(IP6, VIRTUAL);
    }
}
