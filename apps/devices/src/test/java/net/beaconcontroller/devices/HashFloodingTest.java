package net.beaconcontroller.devices;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Numbers whose upper and lower halves are equal would give plain records equal hash codes. */
class HashFloodingTest {
    private static final long ONE = 0x1_0000_0001L;
    private static final long TWO = 0x2_0000_0002L;

    @Test
    void chosenAddressesDoNotCollide() {
        assertThat(new Binding.Key(1, ONE, 3)).doesNotHaveSameHashCodeAs(new Binding.Key(1, TWO, 3));
    }
}
