package net.beaconcontroller.packet;

import static org.assertj.core.api.Assertions.assertThat;

import net.beaconcontroller.net.MacAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BridgeAddressesTest {
    @ParameterizedTest
    @CsvSource({
        "01:80:c1:ff:ff:ff, false, false",
        "01:80:c2:00:00:00, true, true",
        "01:80:c2:00:00:0f, true, true",
        "01:80:c2:00:00:10, true, false",
        "01:80:c2:00:00:2f, true, false",
        "01:80:c2:00:00:30, false, false",
        "01:00:0c:cc:cc:cb, false, false",
        "01:00:0c:cc:cc:cc, true, false",
        "01:00:0c:cc:cc:cd, true, false",
        "01:00:0c:cc:cc:ce, false, false",
        "ff:ff:ff:ff:ff:ff, false, false",
        "00:80:c2:00:00:00, false, false"
    })
    void areThoseOfProtocolsBetweenBridges(String address, boolean isContained, boolean isNotForwarded) {
        long value = MacAddress.parse(address).value();
        assertThat(BridgeAddresses.contains(value)).isEqualTo(isContained);
        assertThat(BridgeAddresses.isNotForwarded(value)).isEqualTo(isNotForwarded);
    }
}
