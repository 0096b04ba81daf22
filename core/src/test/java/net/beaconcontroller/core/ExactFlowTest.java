package net.beaconcontroller.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code addFlow(in)} matches each header field of the packet that the version supports. */
class ExactFlowTest {
    private static final String ADDRESSES = "00000000000b 00000000000a";
    private static final String IPV6 = "20010db8000000000000000000000001 20010db8000000000000000000000002";
    private static final long COOKIE = 0xe;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            OF10 | 0800 45b90020000000004011 0000 0a000001 0a000002 03e807d0000c0000 | \
                vlan_tci=0/0x1fff,udp,IP,tp_src=1000,tp_dst=2000,ip_dscp=46
            OF13 | 0800 45b90020000000004011 0000 0a000001 0a000002 03e807d0000c0000 | \
                vlan_tci=0/0x1fff,udp,IP,tp_src=1000,tp_dst=2000,ip_dscp=46
            OF13 | 0800 45000028000000004006 0000 0a000001 0a000002 03e807d000000000 0000000050000000 00000000 | \
                vlan_tci=0/0x1fff,tcp,IP,tp_src=1000,tp_dst=2000,ip_dscp=0
            OF10 | 0800 4500001c000000004001 0000 0a000001 0a000002 0800000000000000 | \
                vlan_tci=0/0x1fff,icmp,IP,icmp_type=8,icmp_code=0,ip_dscp=0
            OF13 | 0800 4500001c000000004001 0000 0a000001 0a000002 0800000000000000 | \
                vlan_tci=0/0x1fff,icmp,IP,icmp_type=8,icmp_code=0,ip_dscp=0
            OF13 | 0800 4500001800000000402f 0000 0a000001 0a000002 00000000 | \
                vlan_tci=0/0x1fff,ip,nw_proto=47,IP,ip_dscp=0
            OF10 | 0806 0001 0800 06 04 0002 00000000000a 0a000001 00000000000b 0a000002 | \
                vlan_tci=0/0x1fff,arp,arp_op=2,arp_spa=10.0.0.1,arp_tpa=10.0.0.2
            OF13 | 0806 0001 0800 06 04 0002 00000000000a 0a000001 00000000000b 0a000002 | \
                vlan_tci=0/0x1fff,arp,arp_op=2,arp_spa=10.0.0.1,arp_tpa=10.0.0.2
            OF10 | 86dd 60000000 0008 11ff IP6 0035 d431 0008 0000 | vlan_tci=0/0x1fff,dl_type=0x86dd
            OF13 | 86dd 60000000 0008 11ff IP6 0035 d431 0008 0000 | \
                vlan_tci=0/0x1fff,udp6,ip_dscp=0,ipv6_src=2001:db8::1,ipv6_dst=2001:db8::2,tp_src=53,tp_dst=54321
            OF13 | 86dd 60000000 0008 3aff IP6 8000 0000 00000000 | \
                vlan_tci=0/0x1fff,icmp6,ip_dscp=0,ipv6_src=2001:db8::1,ipv6_dst=2001:db8::2,icmp_type=128,icmp_code=0
            OF10 | 8100 600a 88cc 0000 | dl_vlan=10,dl_vlan_pcp=3,dl_type=0x88cc
            OF13 | 8100 600a 88cc 0000 | dl_vlan=10,dl_vlan_pcp=3,dl_type=0x88cc
            OF13 | 88a8 600a 8100 0005 0800 | dl_vlan=10,dl_vlan_pcp=3
            """)
    void matchesEachHeaderFieldThatTheVersionSupports(Version version, String packet, String match) throws Exception {
        String expected = "in_port=3,dl_dst=00:00:00:00:00:0b,dl_src=00:00:00:00:00:0a,"
                + match.replace("IP,", "nw_src=10.0.0.1,nw_dst=10.0.0.2,");
        assertThat(flowFor(version, ADDRESSES + packet.replace("IP6", IPV6)).fields())
                .containsExactlyInAnyOrderElementsOf(Match.parse(expected).fields());
    }

    private static Match flowFor(Version version, String frame) throws Exception {
        try (var fixture = new ControllerFixture()) {
            PacketInListener exact = (sw, in) -> {
                sw.addFlow(in).cookie(COOKIE).send();
                return Next.PASS;
            };
            fixture.controller.register("exact", exact);
            ScriptedSwitch fake = fixture.connect(1, version);
            byte[] bytes = HexFormat.of().parseHex(frame.replace(" ", ""));
            fake.send(PacketIn.of(3, PacketIn.NO_BUFFER, Bytes.of(bytes)));
            return ((FlowMod) fake.await(
                                    received -> received.message() instanceof FlowMod flow && flow.cookie() == COOKIE)
                            .message())
                    .match();
        }
    }
}
