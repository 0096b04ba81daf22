package net.beaconcontroller.packet;

import static org.assertj.core.api.Assertions.assertThat;

import net.beaconcontroller.net.MacAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VirtualMacTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "00:00:5e:00:01:00",
                "00:00:5e:00:01:ff",
                "00:00:5e:00:02:0a",
                "00:00:0c:07:ac:01",
                "00:00:0c:9f:f0:00",
                "00:00:0c:9f:ff:ff",
                "00:05:73:a0:0f:ff",
                "00:07:b4:00:01:02"
            })
    void recognizesTheRangesOfRedundancyProtocols(String address) {
        assertThat(VirtualMac.isVirtual(MacAddress.parse(address).value())).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00:00:5e:00:00:ff",
                "00:00:5e:00:03:00",
                "01:00:5e:00:01:0a",
                "00:00:0c:07:ad:00",
                "00:00:0c:9f:ef:ff",
                "00:05:73:a0:10:00",
                "00:07:b5:00:00:00",
                "02:00:5e:00:01:01"
            })
    void noOtherAddressIsVirtual(String address) {
        assertThat(VirtualMac.isVirtual(MacAddress.parse(address).value())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"00:07:b4:00:01:02", "00:07:b4:ff:ff:ff"})
    void onlyGlbpSharesAnAddressAmongSeveral(String address) {
        assertThat(VirtualMac.isOfGlbp(MacAddress.parse(address).value())).isTrue();
        assertThat(VirtualMac.isOfGlbp(MacAddress.parse("00:00:5e:00:01:0a").value()))
                .isFalse();
    }
}
