package net.beaconcontroller.emulator.datapath;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.switchkit.Frames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The effects of actions on frames. */
@OnAnySwitch
class ActionTest {
    private static final Bytes UDP = TestFrames.udp4();
    private static final int IP = Ethernet.HEADER_LENGTH;
    private static final int UDP_CHECKSUM = IP + 20 + 6;

    @ParameterizedTest
    @CsvSource({
        "output:1, ''",
        "output:2, '2'",
        "IN_PORT, '1'",
        "FLOOD, '2,3,4'",
        "ALL, '2,3,4'",
        "'output:2,output:2', '2,2'",
        "output:99, ''",
        "LOCAL, ''"
    })
    void sendsOutOfPorts(String actions, String ports) throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("actions=" + actions));
            harness.receive(1, UDP);

            assertThat(harness.takePorts()).isEqualTo(numbers(ports));
        }
    }

    private static List<Integer> numbers(String list) {
        return list.isEmpty()
                ? List.of()
                : Arrays.stream(list.split(",", -1)).map(Integer::valueOf).toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "set_field:00:00:00:00:00:77->eth_dst",
                "set_field:00:00:00:00:00:77->eth_src",
                "set_field:10.9.8.7->ip_src",
                "set_field:10.9.8.7->ip_dst",
                "set_field:33->ip_dscp",
                "set_field:2->nw_ecn",
                "set_field:7777->udp_src",
                "set_field:7777->udp_dst",
                "mod_nw_ttl:9",
                "dec_ttl",
                "push_vlan:0x8100,set_field:0x1007->vlan_vid,set_field:3->vlan_pcp,dec_ttl"
            })
    void changesAUdpPacketAndItsChecksums(String actions) throws Exception {
        Bytes changed = changed("udp", actions, UDP);

        assertThat(changed).isNotEqualTo(UDP);
        TestFrames.requireChecksums(changed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "set_field:fd00::77->ipv6_src",
                "set_field:fd00::77->ipv6_dst",
                "set_field:9->ip_dscp",
                "set_field:9->tcp_src",
                "set_field:9->tcp_dst",
                "dec_ttl",
                "set_field:0x12345->ipv6_label"
            })
    void changesATcpPacketOfIpv6AndItsChecksum(String actions) throws Exception {
        Bytes changed = changed("tcp6", actions, TestFrames.tcp6());

        assertThat(changed).isNotEqualTo(TestFrames.tcp6());
        TestFrames.requireChecksums(changed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"set_field:10.9.8.7->ip_src", "set_field:0->icmp_type", "set_field:5->icmp_code"})
    void changesAnIcmpPacketAndItsChecksums(String actions) throws Exception {
        TestFrames.requireChecksums(changed("icmp", actions, TestFrames.icmp4()));
    }

    @Test
    void changesTheChecksumOfSctp() throws Exception {
        byte[] changed =
                changed("sctp", "set_field:9->sctp_dst", TestFrames.sctp4()).toArray();
        int at = IP + 20;
        int said = Integer.reverseBytes(ByteBuffer.wrap(changed).getInt(at + 8));
        ByteBuffer.wrap(changed).putInt(at + 8, 0);
        var crc = new CRC32C();
        crc.update(changed, at, 12);

        assertThat(ByteBuffer.wrap(changed).getShort(at + 2)).isEqualTo((short) 9);
        assertThat(said).isEqualTo((int) crc.getValue());
    }

    @Test
    void addsNoChecksumToAUdpPacketWithoutOne() throws Exception {
        byte[] frame = UDP.toArray();
        ByteAccess.putShort(frame, UDP_CHECKSUM, 0);
        byte[] changed =
                changed("udp", "set_field:10.9.8.7->ip_src", Bytes.of(frame)).toArray();

        assertThat(ByteAccess.getShort(changed, UDP_CHECKSUM)).isZero();
    }

    @Test
    void changesArp() throws Exception {
        Bytes changed = changed(
                "arp",
                "set_field:2->arp_op,set_field:10.0.0.9->arp_spa,set_field:00:00:00:00:00:09->arp_sha",
                Frames.arpRequest(1, 2));

        assertThat(changed.toString()).contains("0002" + "000000000009" + "0a000009" + "000000000000" + "0a000002");
    }

    @Test
    void pushesAndPopsTags() throws Exception {
        Bytes tagged = Frames.taggedUdp(5, 2, 1, 10, 20);

        assertThat(changed("dl_vlan=5", "set_field:0x1006->vlan_vid", tagged))
                .isEqualTo(Frames.taggedUdp(6, 2, 1, 10, 20));
        assertThat(changed("dl_vlan=5", "pop_vlan,push_vlan:0x8100,set_field:0x1005->vlan_vid", tagged))
                .isEqualTo(tagged);
        assertThat(changed("dl_vlan=5", "push_vlan:0x88a8,pop_vlan", tagged)).isEqualTo(tagged);
        assertThat(changed("dl_vlan=5", "pop_vlan", tagged).length()).isEqualTo(tagged.length() - 4);
    }

    @Test
    void addsATagToPacketsThatHaveNoneInOpenFlow10() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF10)) {
            harness.controller.sendAndWait(FlowMod.parse("actions=mod_vlan_vid:5,output:2"));
            harness.receive(1, UDP);
            byte[] sent = harness.sentBy(2).getFirst().toArray();

            assertThat(ByteBuffer.wrap(sent).getInt(12)).isEqualTo(0x8100_0005);
            assertThat(sent).hasSize(UDP.length() + 4);
        }
    }

    @Test
    void executesAllActionsOfOpenFlow10() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF10)) {
            harness.controller.sendAndWait(FlowMod.parse("udp,actions=mod_dl_src:00:00:00:00:00:77,mod_nw_src:10.9.8.7,"
                    + "mod_nw_tos:64,mod_tp_dst:99,output:2"));
            harness.receive(1, UDP);
            Bytes sent = harness.sentBy(2).getFirst();

            TestFrames.requireChecksums(sent);
            harness.controller.sendAndWait(FlowMod.parse("priority=40000,udp,dl_src=00:00:00:00:00:77,nw_src=10.9.8.7,"
                    + "nw_tos=64,tp_dst=99,actions=output:3"));
            // The switch knows the current value.
            harness.receive(1, sent);
            assertThat(harness.sentBy(3)).containsExactly(sent);
        }
    }

    /** Returns the frame that leaves port 2. */
    private static Bytes changed(String match, String actions, Bytes frame) throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("%s,actions=%s,output:2".formatted(match, actions)));
            harness.receive(1, frame);
            return harness.sentBy(2).getFirst();
        }
    }

    @Test
    void outputsBeforeASetFieldAreUnchanged() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(
                    FlowMod.parse("actions=output:2,set_field:00:00:00:00:00:77->eth_dst,output:3"));
            harness.receive(1, UDP);

            assertThat(harness.sentBy(2)).containsExactly(UDP);
            assertThat(harness.sentBy(3)).isNotEqualTo(harness.sentBy(2));
        }
    }

    @Test
    void laterTablesMatchOnSetFields() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(
                    FlowMod.parse("table=0,udp,actions=set_field:99->udp_dst,push_vlan:0x8100,goto_table:1"));
            harness.controller.sendAndWait(FlowMod.parse("table=1,udp,tp_dst=99,dl_vlan=0,actions=output:2"));
            harness.receive(1, UDP);

            assertThat(harness.takePorts()).containsExactly(2);
        }
    }

    @Test
    void dropsAPacketWithAnExpiredTimeToLive() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("ip,actions=mod_nw_ttl:1,dec_ttl,output:2"));
            harness.receive(1, UDP);

            assertThat(harness.takePorts()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void executesTheActionsOfAPacketOut(Version version) throws Exception {
        try (var harness = SwitchHarness.connected(version)) {
            harness.controller.sendAndWait(PacketOut.of(UDP, 3));

            assertThat(harness.sentBy(3)).containsExactly(UDP);
        }
    }

    @Test
    void floodsAPacketOutExceptToItsInPort() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF10)) {
            harness.controller.sendAndWait(
                    new PacketOut(PacketIn.NO_BUFFER, 2, List.of(new Action.Output(PortNumber.FLOOD)), UDP));

            assertThat(harness.takePorts()).containsExactly(1, 3, 4);
        }
    }

    @Test
    void sendsAPacketOutThroughTheTables() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("in_port=2,actions=output:4"));
            harness.controller.sendAndWait(
                    new PacketOut(PacketIn.NO_BUFFER, 2, List.of(new Action.Output(PortNumber.TABLE)), UDP));

            assertThat(harness.takePorts()).containsExactly(4);
        }
    }

    @Test
    void sendsAPacketOutToTheController() throws Exception {
        try (var harness = SwitchHarness.connected(Version.OF14)) {
            harness.controller.send(PacketOut.of(UDP, PortNumber.CONTROLLER));

            assertThat(harness.controller.await(PacketIn.class).reason()).isEqualTo(5);
        }
    }

    /** The behaviour of Open vSwitch. */
    @ParameterizedTest
    @CsvSource({"TABLE, BAD_REQUEST/BAD_PORT", "FLOOD, BAD_REQUEST/BAD_PORT"})
    void refusesAPacketOutWithAnInvalidInPort(String port, String error) throws Exception {
        long number = port.equals("TABLE") ? PortNumber.TABLE : PortNumber.FLOOD;
        try (var harness = SwitchHarness.connected(Version.OF13)) {
            assertThat(harness.controller.refusalOf(
                            new PacketOut(PacketIn.NO_BUFFER, number, List.of(new Action.Output(1)), UDP)))
                    .isEqualTo(error);
        }
    }
}
