package net.beaconcontroller.devices;

import static org.assertj.core.api.Assertions.assertThat;

import net.beaconcontroller.devices.RecordedProbes.Asked;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.packet.NeighborDiscovery;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts that answer for the MAC addresses of others: routers of redundancy protocols, proxies, and attackers. */
class ProxyClaimsTest {
    private static final SwitchPort P = new SwitchPort(1, 1);
    private static final SwitchPort Q = new SwitchPort(1, 2);
    private static final SwitchPort R = new SwitchPort(2, 1);
    private static final long CLIENT = 0x0200_0000_000cL;
    private static final long ROUTER = 0x0200_0000_0001L;
    private static final long BACKUP = 0x0200_0000_0002L;
    private static final long THIEF = 0x0200_0000_0003L;
    private static final long VIRTUAL = 0x0000_5e00_010aL;
    private static final long IP = 0x0a00_0064L;
    private static final String IP6 = "fe800000000000000000000000000064";
    private static final long VRRP_ROUTERS = 0x0100_5e00_0012L;

    /** Less than a second, within which a router takes over. */
    private static final long TAKE_OVER_MILLIS = 600;

    private final LearnedHosts hosts = new LearnedHosts(P, Q, R);

    private void answer(SwitchPort at, long source, long senderMac) {
        hosts.receiveReply(at, CLIENT, source, senderMac, IP);
    }

    private void announce(SwitchPort at, long source, long senderMac) {
        hosts.receiveReply(at, MacAddress.BROADCAST, source, senderMac, IP);
    }

    @ParameterizedTest
    @ValueSource(longs = {VIRTUAL, 0x0000_5e00_0201L, 0x0000_0c07_ac01L, 0x0000_0c9f_f001L, 0x0005_73a0_0001L})
    void theFirstAnswerAttachesAVirtualMacAddressToItsPort(long virtual) {
        answer(P, ROUTER, virtual);
        assertThat(hosts.attachment(virtual)).isEqualTo(P);
        assertThat(hosts.device(virtual).ipv4Addresses()).containsExactly(IP);
        assertThat(hosts.device(ROUTER).ipv4Addresses()).isEmpty();
        assertThat(hosts.rejected(RejectionReason.FORGED)).isZero();
    }

    @Test
    void anAdvertisementOfANeighborAttachesAVirtualMacAddressToItsPort() {
        hosts.receive(
                P,
                HostFrames.neighborDiscovery(ROUTER, NeighborDiscovery.NEIGHBOR_ADVERTISEMENT, 255, IP6, IP6, VIRTUAL));
        assertThat(hosts.attachment(VIRTUAL)).isEqualTo(P);
        assertThat(hosts.device(VIRTUAL).ipv6Addresses()).containsExactly(Ipv6Address.parse("fe80::64"));
    }

    @Test
    void anotherRouterTakesOverWithinASecondIfTheOldOneIsSilent() {
        answer(P, ROUTER, VIRTUAL);
        announce(Q, BACKUP, VIRTUAL);
        hosts.passMillis(TAKE_OVER_MILLIS);
        assertThat(hosts.attachment(VIRTUAL)).isEqualTo(Q);
        assertThat(hosts.device(VIRTUAL).ipv4Addresses()).containsExactly(IP);
    }

    /** The router that hands over still answers for a moment. */
    @Test
    void aRouterTakesOverThoughTheOldOneAnswersWhenItAnnouncesTheAddress() {
        answer(P, ROUTER, VIRTUAL);
        announce(Q, BACKUP, VIRTUAL);
        hosts.passMillis(50);
        answer(P, ROUTER, VIRTUAL);
        hosts.passMillis(TAKE_OVER_MILLIS);
        assertThat(hosts.attachment(VIRTUAL)).isEqualTo(Q);
    }

    @Test
    void aRouterWithoutAVirtualMacAddressTakesOverWithinASecond() {
        answer(P, ROUTER, ROUTER);
        announce(Q, BACKUP, BACKUP);
        hosts.passMillis(50);
        answer(P, ROUTER, ROUTER);
        hosts.passMillis(900);
        assertThat(hosts.device(BACKUP).ipv4Addresses()).containsExactly(IP);
    }

    @Test
    void aRouterWhoseAdvertisementsHaveTheVirtualSourceTakesOverWithinASecond() {
        answer(P, VIRTUAL, VIRTUAL);
        hosts.receive(P, Frames.udp(VRRP_ROUTERS, VIRTUAL, 1, 2));
        hosts.receive(Q, Frames.udp(VRRP_ROUTERS, VIRTUAL, 1, 2));
        announce(Q, VIRTUAL, VIRTUAL);
        hosts.passMillis(TAKE_OVER_MILLIS);
        assertThat(hosts.attachment(VIRTUAL)).isEqualTo(Q);
    }

    @Test
    void aRouterTakesOverWithinASecondAfterThePortOfTheOldOneWentDown() {
        answer(P, ROUTER, VIRTUAL);
        hosts.portDown(P);
        announce(Q, BACKUP, VIRTUAL);
        hosts.passMillis(TAKE_OVER_MILLIS);
        assertThat(hosts.attachment(VIRTUAL)).isEqualTo(Q);
    }

    @Test
    void aThiefDoesNotGetTheAddressOfARouterThatAnswersNorPreventATakeOver() {
        answer(P, ROUTER, VIRTUAL);
        announce(Q, THIEF, VIRTUAL);
        hosts.passMillis(300);
        answer(P, ROUTER, VIRTUAL);
        hosts.passMillis(TAKE_OVER_MILLIS);
        assertThat(hosts.attachment(VIRTUAL)).isEqualTo(P);
        assertThat(hosts.rejected(RejectionReason.STILL_AT_OLD_PORT)).isOne();
        announce(R, BACKUP, VIRTUAL);
        hosts.passMillis(TAKE_OVER_MILLIS);
        assertThat(hosts.attachment(VIRTUAL)).isEqualTo(R);
    }

    @Test
    void aThiefWithItsOwnMacAddressDoesNotPreventATakeOver() {
        answer(P, ROUTER, ROUTER);
        announce(Q, THIEF, THIEF);
        hosts.passMillis(300);
        answer(P, ROUTER, ROUTER);
        hosts.passMillis(900);
        assertThat(hosts.rejected(RejectionReason.ADDRESS_IN_USE)).isOne();
        announce(R, BACKUP, BACKUP);
        hosts.passMillis(900);
        assertThat(hosts.device(BACKUP).ipv4Addresses()).containsExactly(IP);
    }

    @Test
    void aThiefDoesNotGetAnAddressByAnotherVirtualMacAddress() {
        answer(P, ROUTER, VIRTUAL);
        announce(Q, THIEF, VIRTUAL + 1);
        hosts.passMillis(300);
        answer(P, ROUTER, VIRTUAL);
        hosts.passMillis(900);
        assertThat(hosts.device(VIRTUAL).ipv4Addresses()).containsExactly(IP);
        assertThat(hosts.device(VIRTUAL + 1).ipv4Addresses()).isEmpty();
        assertThat(hosts.rejected(RejectionReason.ADDRESS_IN_USE)).isOne();
    }

    @Test
    void aHostDoesNotSpeakForTheMacAddressOfAHostAtAnotherPort() {
        hosts.receive(P, Frames.udp(1, CLIENT, 1, 2));
        announce(Q, THIEF, CLIENT);
        hosts.pass(2 * LearnedHosts.MOVE_DELAY_NANOS);
        assertThat(hosts.attachment(CLIENT)).isEqualTo(P);
        assertThat(hosts.device(CLIENT).ipv4Addresses()).isEmpty();
        assertThat(hosts.rejected(RejectionReason.FORGED)).isOne();
        assertThat(hosts.probes().sent()).isEmpty();
    }

    @Test
    void aProxySpeaksForAHostAtItsPort() {
        hosts.receive(P, Frames.udp(1, CLIENT, 1, 2));
        announce(P, ROUTER, CLIENT);
        assertThat(hosts.device(CLIENT).ipv4Addresses()).containsExactly(IP);
    }

    @Test
    void aSpoofedSourceSpeaksForNobody() {
        hosts.receive(P, Frames.udp(1, ROUTER, 1, 2));
        announce(Q, ROUTER, VIRTUAL);
        assertThat(hosts.host(VIRTUAL)).isNull();
    }

    @Test
    void anUnknownMacAddressIsAttachedWhenAProbeThatIsSentThereIsAnswered() {
        long cluster = 0x02bf_0a00_0064L;
        announce(P, ROUTER, cluster);
        announce(P, ROUTER, cluster);
        assertThat(hosts.host(cluster)).isNull();
        assertThat(hosts.probes().asked())
                .containsExactly(new Asked(
                        HostKey.of(cluster, VlanId.NONE), P, new Binding.Key(VlanId.NONE, 0, IpAddresses.mapped(IP))));
        assertThat(hosts.receiveReply(P, AddressProbes.PROBE_SOURCE, ROUTER, cluster, IP))
                .as("whether others receive the reply")
                .isFalse();
        assertThat(hosts.attachment(cluster)).isEqualTo(P);
        assertThat(hosts.device(cluster).ipv4Addresses()).containsExactly(IP);
        announce(Q, BACKUP, cluster);
        hosts.passMillis(TAKE_OVER_MILLIS);
        assertThat(hosts.attachment(cluster)).as("after a take-over").isEqualTo(Q);
    }

    @Test
    void aReplyThatDoesNotMatchTheProbeConfirmsNothing() {
        long cluster = 0x02bf_0a00_0064L;
        hosts.receiveReply(P, AddressProbes.PROBE_SOURCE, ROUTER, cluster, IP);
        announce(P, ROUTER, cluster);
        hosts.receiveReply(P, AddressProbes.PROBE_SOURCE, ROUTER, cluster, IP + 1);
        hosts.receiveReply(P, AddressProbes.PROBE_SOURCE, ROUTER, cluster + 1, IP);
        hosts.receiveReply(Q, AddressProbes.PROBE_SOURCE, THIEF, cluster, IP);
        hosts.passMillis(1_001);
        hosts.receiveReply(P, AddressProbes.PROBE_SOURCE, ROUTER, cluster, IP);
        assertThat(hosts.host(cluster)).isNull();
        assertThat(hosts.host(cluster + 1)).isNull();
    }

    @Test
    void aRouterOfGlbpAnswersWithTheMacAddressesOfOthers() {
        long first = 0x0007_b400_0101L;
        long second = 0x0007_b400_0102L;
        hosts.receive(Q, Frames.udp(VRRP_ROUTERS, second, 1, 2));
        for (int i = 0; i < 2; i++) {
            answer(P, ROUTER, first);
            answer(P, ROUTER, second);
            hosts.pass(2 * LearnedHosts.MOVE_DELAY_NANOS);
        }
        assertThat(hosts.attachment(first)).isEqualTo(P);
        assertThat(hosts.attachment(second)).isEqualTo(Q);
        assertThat(hosts.device(ROUTER).ipv4Addresses()).containsExactly(IP);
        assertThat(hosts.probes().sent()).isEmpty();
        announce(R, THIEF, second);
        hosts.passMillis(300);
        answer(P, ROUTER, second);
        hosts.passMillis(900);
        assertThat(hosts.device(ROUTER).ipv4Addresses()).as("after a theft").containsExactly(IP);
    }
}
