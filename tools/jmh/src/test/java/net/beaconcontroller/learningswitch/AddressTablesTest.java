package net.beaconcontroller.learningswitch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AddressTablesTest {
    @ParameterizedTest
    @EnumSource
    void everyTableFindsTheAddressesThatAreInIt(AddressTables.Kind kind) {
        var tables = new AddressTables();
        tables.hosts = 100_000;
        tables.kind = kind;
        // Throws if a lookup does not find an address.
        tables.fill();
        assertThat(tables.lookUp()).isPositive();
    }
}
