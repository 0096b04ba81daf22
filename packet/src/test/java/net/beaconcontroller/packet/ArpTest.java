package net.beaconcontroller.packet;

import static java.util.Objects.requireNonNull;
import static net.beaconcontroller.packet.Frames.view;
import static org.assertj.core.api.Assertions.assertThat;

import net.beaconcontroller.net.MacAddress;
import org.junit.jupiter.api.Test;

class ArpTest {
    @Test
    void readsARequest() {
        Arp arp = requireNonNull(view("0806", Frames.ARP).arp());
        assertThat(arp.operation()).isEqualTo(Arp.REQUEST);
        assertThat(arp.senderMac()).isEqualTo(0x0200_0000_00a1L);
        assertThat(arp.senderIp()).isEqualTo(0x0a00_0001L);
        assertThat(arp.targetMac()).isZero();
        assertThat(arp.targetIp()).isEqualTo(0x0a00_00feL);
    }

    @Test
    void readsAReplyWithAllBitsSet() {
        Arp arp = requireNonNull(view("0806 0001 0800 06 04 0002 ffffffffffff ffffffff ffffffffffff ffffffff")
                .arp());
        assertThat(arp.operation()).isEqualTo(Arp.REPLY);
        assertThat(arp.senderMac()).isEqualTo(MacAddress.BROADCAST);
        assertThat(arp.senderIp()).isEqualTo(0xffff_ffffL);
        assertThat(arp.targetMac()).isEqualTo(MacAddress.BROADCAST);
        assertThat(arp.targetIp()).isEqualTo(0xffff_ffffL);
    }

    @Test
    void isPresentOnlyForIpv4OnEthernet() {
        String rest = "0001 0200000000a1 0a000001 000000000000 0a0000fe";
        assertThat(view("0806 0001 0800 06 04", rest).arp()).isNotNull();
        assertThat(view("0806 0006 0800 06 04", rest).arp()).as("hardware").isNull();
        assertThat(view("0806 0001 86dd 06 04", rest).arp()).as("protocol").isNull();
        assertThat(view("0806 0001 0800 08 04", rest).arp())
                .as("hardware length")
                .isNull();
        assertThat(view("0806 0001 0800 06 10", rest).arp())
                .as("protocol length")
                .isNull();
    }

    @Test
    void isAbsentIfTruncated() {
        assertThat(view("0806 0001 0800 06 04 0001 0200000000a1 0a000001 000000000000 0a0000")
                        .arp())
                .isNull();
    }
}
