package net.beaconcontroller.packet;

import static net.beaconcontroller.packet.Frames.view;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.VlanId;
import org.junit.jupiter.api.Test;

class EthernetTest {
    private static final String ARP = Frames.ARP;

    @Test
    void readsAddressesAndType() {
        Ethernet frame = view("0806", ARP);
        assertThat(frame.destination()).isEqualTo(0x0200_0000_00b2L);
        assertThat(frame.source()).isEqualTo(0x0200_0000_00a1L);
        assertThat(frame.type()).isEqualTo(Ethernet.TYPE_ARP);
        assertThat(frame.payloadOffset()).isEqualTo(14);
        assertThat(frame.payloadLength()).isEqualTo(28);
        assertThat(frame.isTagged()).isFalse();
        assertThat(frame.vlan()).isEqualTo(VlanId.NONE);
        assertThat(frame.vlanPriority()).isZero();
    }

    @Test
    void readsAddressesWithAllBitsSet() {
        Ethernet frame = view(Frames.bytes("ffffffffffff fffffffffffe 0806"));
        assertThat(frame.destination()).isEqualTo(MacAddress.BROADCAST);
        assertThat(frame.source()).isEqualTo(0xffff_ffff_fffeL);
    }

    @Test
    void readsATag() {
        Ethernet frame = view("8100 bfff 0806", ARP);
        assertThat(frame.isTagged()).isTrue();
        assertThat(frame.vlan()).isEqualTo(4095);
        assertThat(frame.vlanPriority()).isEqualTo(5);
        assertThat(frame.type()).isEqualTo(Ethernet.TYPE_ARP);
        assertThat(frame.payloadOffset()).isEqualTo(18);
        assertThat(frame.arp()).isNotNull();
    }

    @Test
    void readsTheVlanOfTheOuterTag() {
        Ethernet frame = view("88a8 e065 8100 0064 0806", ARP);
        assertThat(frame.vlan()).isEqualTo(0x65);
        assertThat(frame.vlanPriority()).isEqualTo(7);
        assertThat(frame.type()).isEqualTo(Ethernet.TYPE_ARP);
        assertThat(frame.payloadOffset()).isEqualTo(22);
        assertThat(frame.arp()).isNotNull();
    }

    @Test
    void skipsAnyNumberOfTags() {
        Ethernet frame = view("8100 0001 8100 0002 88a8 0003 8100 0004 0806", ARP);
        assertThat(frame.vlan()).isEqualTo(1);
        assertThat(frame.arp()).isNotNull();
    }

    @Test
    void distinguishesAPriorityTagFromNoTag() {
        Ethernet frame = view("8100 2000 0806", ARP);
        assertThat(frame.isTagged()).isTrue();
        assertThat(frame.vlan()).isZero();
        assertThat(frame.vlanPriority()).isEqualTo(1);
    }

    @Test
    void returnsTheTypeOfATruncatedTag() {
        Ethernet frame = view("8100 0064 08");
        assertThat(frame.type()).isEqualTo(Ethernet.TYPE_VLAN);
        assertThat(frame.isTagged()).isFalse();
        assertThat(frame.vlan()).isEqualTo(VlanId.NONE);
        assertThat(frame.payloadOffset()).isEqualTo(14);
        assertThat(frame.payloadLength()).isEqualTo(3);
    }

    @Test
    void returnsTheTypeOfATruncatedInnerTag() {
        Ethernet frame = view("88a8 0065 8100 0064");
        assertThat(frame.vlan()).isEqualTo(0x65);
        assertThat(frame.type()).isEqualTo(Ethernet.TYPE_VLAN);
    }

    @Test
    void hasNoTypeIfTheFrameHasALength() {
        Ethernet frame = view("0007 424203 00000000 0000000000000000");
        assertThat(frame.type()).isEqualTo(Ethernet.NO_TYPE);
        assertThat(frame.payloadOffset()).isEqualTo(14);
        assertThat(frame.payloadLength()).as("without padding").isEqualTo(7);
        assertThat(view("05ff 424203").type()).isEqualTo(Ethernet.NO_TYPE);
        assertThat(view("0600 424203").type()).isEqualTo(0x0600);
    }

    @Test
    void readsTheTypeInASnapHeader() {
        Ethernet frame = view("0024 aaaa03 000000 0806", ARP, "0000");
        assertThat(frame.type()).isEqualTo(Ethernet.TYPE_ARP);
        assertThat(frame.payloadOffset()).isEqualTo(22);
        assertThat(frame.payloadLength()).isEqualTo(28);
        assertThat(frame.arp()).isNotNull();
    }

    @Test
    void readsTheTypeInASnapHeaderAfterATag() {
        Ethernet frame = view("8100 0007 0024 aaaa03 000000 0806", ARP);
        assertThat(frame.vlan()).isEqualTo(7);
        assertThat(frame.arp()).isNotNull();
    }

    @Test
    void hasNoTypeIfTheSnapHeaderHasNone() {
        assertThat(view("0024 aaaa03 00000c 2000", ARP).type())
                .as("an OUI other than 00-00-00")
                .isEqualTo(Ethernet.NO_TYPE);
        assertThat(view("0024 aaaa03 000000 0500", ARP).type()).as("no type").isEqualTo(Ethernet.NO_TYPE);
        assertThat(view("0024 aaaa03 000000 08").type()).as("truncated").isEqualTo(Ethernet.NO_TYPE);
        assertThat(view("0007 aaaa03 000000 0806", ARP).type())
                .as("in the padding")
                .isEqualTo(Ethernet.NO_TYPE);
    }

    @Test
    void returnsOnlyTheViewOfThePayloadsProtocol() {
        Ethernet frame = view("0806", ARP);
        assertThat(frame.arp()).isNotNull();
        assertThat(frame.ipv4()).isNull();
        assertThat(frame.ipv6()).isNull();
        assertThat(frame.lldp()).isNull();
        assertThat(view("0800", ARP).arp()).isNull();
    }

    @Test
    void keepsNothingOfThePreviousFrame() {
        Ethernet frame = view("8100 0064 0806", ARP);
        assertThat(frame.arp()).isNotNull();
        byte[] next = Frames.frame("0800", Frames.IPV4_ICMP);
        frame.wrap(next, 0, next.length);
        assertThat(frame.type()).isEqualTo(Ethernet.TYPE_IPV4);
        assertThat(frame.payloadOffset()).isEqualTo(14);
        assertThat(frame.vlan()).isEqualTo(VlanId.NONE);
        assertThat(frame.arp()).isNull();
    }

    @Test
    void countsOffsetsFromTheBeginningOfTheArray() {
        byte[] array = Frames.bytes("ffffff", Frames.ADDRESSES, "0806", ARP, "ff");
        var frame = new Ethernet();
        frame.wrap(array, 3, array.length - 4);
        assertThat(frame.array()).isSameAs(array);
        assertThat(frame.payloadOffset()).isEqualTo(17);
        assertThat(frame.payloadLength()).isEqualTo(28);
    }

    @Test
    void refusesAFrameThatIsShorterThanItsHeader() {
        var frame = new Ethernet();
        assertThatThrownBy(() -> frame.wrap(new byte[64], 0, 13))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Ethernet frame with length=13: expected at least 14");
    }

    @Test
    void refusesAFrameBeyondTheArray() {
        var frame = new Ethernet();
        assertThatThrownBy(() -> frame.wrap(new byte[64], 50, 15)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> frame.wrap(new byte[64], -1, 15)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
