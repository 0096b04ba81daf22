package net.beaconcontroller.devices;

import static net.beaconcontroller.devices.HostFrames.NO_MAC;
import static net.beaconcontroller.devices.HostFrames.advertisement;
import static net.beaconcontroller.devices.HostFrames.announcement;
import static net.beaconcontroller.devices.HostFrames.arp;
import static net.beaconcontroller.devices.HostFrames.neighborDiscovery;
import static net.beaconcontroller.packet.NeighborDiscovery.NEIGHBOR_ADVERTISEMENT;
import static net.beaconcontroller.packet.NeighborDiscovery.NEIGHBOR_SOLICITATION;
import static net.beaconcontroller.packet.NeighborDiscovery.ROUTER_SOLICITATION;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.switchkit.Frames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressSnooperTest {
    private static final long A = 0x0200_0000_000aL;
    private static final long B = 0x0200_0000_000bL;
    private static final long IP = 0x0a00_0001;
    private static final String IP6 = "fe800000000000000000000000000001";
    private static final String OTHER_IP6 = "20010db8000000000000000000000001";
    private static final String UNSPECIFIED = "00".repeat(16);

    private final EnumCounters<RejectionReason> rejections = new EnumCounters<>(RejectionReason.class);
    private final AddressSnooper snooper = new AddressSnooper(rejections);

    private List<String> read(Bytes bytes) {
        var frame = new Ethernet();
        frame.wrap(bytes.toArray(), 0, bytes.length());
        snooper.read(frame);
        var read = new ArrayList<String>();
        for (int i = 0; i < snooper.count(); i++) {
            read.add(new Ipv6Address(snooper.high(i), snooper.low(i)).toString());
        }
        return read;
    }

    private void assertRejected(RejectionReason reason, Bytes frame) {
        assertThat(read(frame)).isEmpty();
        assertThat(rejections.values()).containsEntry(reason, 1L);
        assertThat(rejections.values().values().stream()
                        .mapToLong(count -> count)
                        .sum())
                .isEqualTo(1);
    }

    private void assertNoClaim(Bytes frame) {
        assertThat(read(frame)).isEmpty();
        assertThat(rejections.values().values()).containsOnly(0L);
    }

    @Test
    void arpRequestsRepliesAndAnnouncementsClaimTheSenderAddress() {
        assertThat(read(arp(7, A, Arp.REQUEST, A, IP, IP + 1))).containsExactly("::ffff:10.0.0.1");
        assertThat(read(arp(7, A, Arp.REPLY, A, IP, IP + 1))).containsExactly("::ffff:10.0.0.1");
        assertThat(read(announcement(A, IP))).containsExactly("::ffff:10.0.0.1");
    }

    @Test
    void anArpProbeIsNoClaim() {
        assertNoClaim(arp(VlanId.NONE, A, Arp.REQUEST, A, 0, IP));
    }

    @Test
    void anUnknownArpOperationIsNoClaim() {
        assertNoClaim(arp(VlanId.NONE, A, 9, A, IP, IP));
    }

    @Test
    void arpWithAnotherMacAddressIsAClaimForThat() {
        assertThat(read(arp(VlanId.NONE, A, Arp.REPLY, B, IP, IP))).hasSize(1);
        assertThat(snooper.mac(0)).isEqualTo(B);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, MacAddress.BROADCAST, AddressProbes.PROBE_SOURCE})
    void aClaimForAMacAddressThatNoHostCanHaveIsForged(long mac) {
        assertRejected(RejectionReason.FORGED, arp(VlanId.NONE, A, Arp.REPLY, mac, IP, IP));
    }

    @ParameterizedTest
    @ValueSource(longs = {0x0000_0001, 0x7f00_0001, 0xe000_0001L, 0xefff_ffffL, 0xffff_ffffL})
    void anIpv4AddressThatNoHostCanHaveIsRejected(long address) {
        assertRejected(RejectionReason.UNUSABLE_ADDRESS, announcement(A, address));
    }

    @Test
    void malformedArpIsRejected() {
        byte[] frame = announcement(A, IP).toArray();
        // the hardware address length
        frame[18] = 7;
        assertRejected(RejectionReason.MALFORMED, Bytes.of(frame));
    }

    @Test
    void aSolicitationClaimsItsSourceAddress() {
        assertThat(read(neighborDiscovery(A, NEIGHBOR_SOLICITATION, 255, IP6, OTHER_IP6, A)))
                .containsExactly("fe80::1");
        assertThat(read(neighborDiscovery(A, NEIGHBOR_SOLICITATION, 255, IP6, OTHER_IP6, NO_MAC)))
                .containsExactly("fe80::1");
        assertThat(read(neighborDiscovery(A, ROUTER_SOLICITATION, 255, IP6, "", A)))
                .containsExactly("fe80::1");
    }

    @Test
    void anAdvertisementClaimsItsTargetAndItsSourceAddress() {
        assertThat(read(neighborDiscovery(A, NEIGHBOR_ADVERTISEMENT, 255, IP6, OTHER_IP6, A)))
                .containsExactly("2001:db8::1", "fe80::1");
        assertThat(read(advertisement(A, IP6))).containsExactly("fe80::1");
    }

    @Test
    void duplicateAddressDetectionIsNoClaim() {
        assertNoClaim(neighborDiscovery(A, NEIGHBOR_SOLICITATION, 255, UNSPECIFIED, IP6, NO_MAC));
    }

    @Test
    void anAdvertisementWithAnotherMacAddressClaimsItsTargetForThat() {
        assertThat(read(neighborDiscovery(A, NEIGHBOR_ADVERTISEMENT, 255, IP6, OTHER_IP6, B)))
                .hasSize(2);
        assertThat(snooper.mac(0)).isEqualTo(B);
        assertThat(snooper.mac(1)).as("for its source address").isEqualTo(A);
    }

    @Test
    void aSolicitationWithAnotherMacAddressClaimsItsSourceAddressForThat() {
        assertThat(read(neighborDiscovery(A, NEIGHBOR_SOLICITATION, 255, IP6, OTHER_IP6, B)))
                .containsExactly("fe80::1");
        assertThat(snooper.mac(0)).isEqualTo(B);
    }

    @Test
    void theSourceOfAnotherIpPacketIsNoClaim() {
        assertNoClaim(Frames.udp(B, A, 1, 2));
        assertThat(snooper.hasSource()).isTrue();
        assertThat(IpAddresses.ipv4(snooper.sourceLow())).isEqualTo(0x0a00_000aL);
        assertNoClaim(neighborDiscovery(A, 128, 64, IP6, "", NO_MAC));
        assertThat(new Ipv6Address(snooper.sourceHigh(), snooper.sourceLow())).hasToString("fe80::1");
        read(announcement(A, IP));
        assertThat(snooper.hasSource()).isFalse();
    }

    @Test
    void routedNeighborDiscoveryIsRejected() {
        assertRejected(RejectionReason.MALFORMED, neighborDiscovery(A, NEIGHBOR_SOLICITATION, 254, IP6, IP6, A));
    }

    @Test
    void truncatedNeighborDiscoveryIsRejected() {
        assertRejected(RejectionReason.MALFORMED, neighborDiscovery(A, NEIGHBOR_SOLICITATION, 255, IP6, "", A));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00000000000000000000000000000001",
                "ff020000000000000000000000000001",
                "00000000000000000000ffff0a000001"
            })
    void anIpv6AddressThatNoHostCanHaveIsRejected(String address) {
        assertRejected(
                RejectionReason.UNUSABLE_ADDRESS, neighborDiscovery(A, ROUTER_SOLICITATION, 255, address, "", A));
    }
}
