package net.beaconcontroller.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.wire.FieldLocation;
import net.beaconcontroller.packet.FrameBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CraftedMessageTest {
    private static final CraftedMessage ECHO =
            CraftedMessage.of(new EchoRequest(Bytes.of(new byte[] {1, 2, 3})), Version.OF13, 7);

    @Test
    void changesOnlyTheFieldThatIsSet() {
        byte[] changed = ECHO.length(42).bytes();

        assertThat(Header.length(changed, 0)).isEqualTo(42);
        assertThat(CraftedMessage.ofBytes(changed).length(11).bytes()).isEqualTo(ECHO.bytes());
    }

    @Test
    void setsAFieldByItsName() {
        assertThat(Header.xid(ECHO.with("xid", 0xfedcba98L).bytes(), 0)).isEqualTo(0xfedcba98L);
    }

    @Test
    void namesTheFieldsWhenThereIsNoneOfAName() {
        assertThatThrownBy(() -> ECHO.with("lenght", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no field lenght; needs one of [version, type, length, xid, data]");
    }

    @Test
    void keepsTheHeaderWhenBytesAreAddedOrRemoved() {
        assertThat(Header.length(ECHO.append(new byte[9]).bytes(), 0)).isEqualTo(11);
        assertThat(ECHO.append(new byte[9]).size()).isEqualTo(20);
        assertThat(ECHO.cutTo(9).size()).isEqualTo(9);
        assertThat(Header.length(ECHO.cutTo(9).withTrueLength().bytes(), 0)).isEqualTo(9);
    }

    @Test
    void setsAFieldToBytesOfItsSizeOnly() {
        FieldLocation data = ECHO.fields().getLast();

        assertThat(ECHO.with(data, new byte[] {7, 8, 9}).bytes()).endsWith(7, 8, 9);
        assertThatThrownBy(() -> ECHO.with(data, new byte[2])).hasMessage("2 bytes for data, needs 3");
    }

    private static CraftedMessage packetIn(byte[] frame) {
        return CraftedMessage.of(PacketIn.of(1, PacketIn.NO_BUFFER, Bytes.of(frame)), Version.OF13, 7);
    }

    @Test
    void setsAHeaderFieldOfTheFrameOfAPacketIn() {
        byte[] frame = new Host(1, 0x0a, 0x0b).udpTo(new Host(2, 0x0c, 0x0d), 5);
        CraftedMessage message = packetIn(frame);
        int begin = message.size() - frame.length;

        byte[] changed = message.with("ip_ttl", 9)
                .with("eth_type", 0x0806)
                .with("udp_length", 3)
                .bytes();

        byte[] expected = message.bytes();
        expected[begin + 12] = 0x08;
        expected[begin + 13] = 0x06;
        expected[begin + 22] = 9;
        expected[begin + 38] = 0;
        expected[begin + 39] = 3;
        assertThat(changed).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            udp | eth_dst eth_src vlan_tpid vlan_tci eth_type ip_version_ihl ip_tos ip_total_length ip_id ip_fragment \
                  ip_ttl ip_proto ip_checksum ipv4_src ipv4_dst udp_src udp_dst udp_length udp_checksum
            tcp | eth_dst eth_src eth_type ip_version_ihl ip_tos ip_total_length ip_id ip_fragment ip_ttl ip_proto \
                  ip_checksum ipv4_src ipv4_dst tcp_src tcp_dst tcp_seq tcp_ack tcp_offset_flags tcp_window \
                  tcp_checksum tcp_urgent
            arp | eth_dst eth_src eth_type arp_htype arp_ptype arp_hlen arp_plen arp_op arp_sha arp_spa arp_tha arp_tpa
            cut | eth_dst eth_src eth_type
            """)
    void eachHeaderHasItsFieldsInOrder(String header, String names) {
        FrameBuilder ethernet = FrameBuilder.ethernet(1, 2);
        byte[] frame =
                switch (header) {
                    case "udp" -> ethernet.vlan(5).ipv4(3, 4).udp(5, 6).build();
                    case "tcp" -> ethernet.ipv4(3, 4).tcp(5, 6).build();
                    case "arp" -> ethernet.arpRequest(3, 4).build();
                    default -> Arrays.copyOf(ethernet.ipv4(3, 4).build(), 20);
                };

        List<FieldLocation> fields = FrameHeaders.of(frame, 0, frame.length);

        assertThat(fields).extracting(FieldLocation::name).containsExactly(names.split("\\s+"));
        for (int i = 1; i < fields.size(); i++) {
            FieldLocation before = fields.get(i - 1);
            assertThat(fields.get(i).offset()).isEqualTo(before.offset() + before.size());
        }
    }

    @Test
    void aFrameHasNoFieldOfAnotherHeader() {
        assertThatThrownBy(() -> packetIn(
                                FrameBuilder.ethernet(1, 2).arpRequest(3, 4).build())
                        .with("udp_src", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no field udp_src; needs one of [version, ")
                .hasMessageEndingWith("arp_tha, arp_tpa]");
    }
}
