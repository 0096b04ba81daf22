package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Numbers whose upper and lower halves are equal would give plain records equal hash codes. */
class HashFloodingTest {
    private static final long ONE = 0x1_0000_0001L;
    private static final long TWO = 0x2_0000_0002L;

    @Test
    void flowsFromChosenAddressesDoNotCollide() {
        assertThat(new FlowKey(0, 1, ONE, 3)).doesNotHaveSameHashCodeAs(new FlowKey(0, 1, TWO, 3));
    }

    @Test
    void flowsToChosenAddressesDoNotCollide() {
        assertThat(new FlowKey(0, 1, 3, ONE)).doesNotHaveSameHashCodeAs(new FlowKey(0, 1, 3, TWO));
    }

    @Test
    void hostsWithChosenAddressesDoNotCollide() {
        assertThat(new InstalledPaths.Host(1, ONE)).doesNotHaveSameHashCodeAs(new InstalledPaths.Host(1, TWO));
    }

    @Test
    void requestsFromChosenAddressesDoNotCollide() {
        assertThat(new BroadcastResolver.Request(ONE, 1, 3L))
                .doesNotHaveSameHashCodeAs(new BroadcastResolver.Request(TWO, 1, 3L));
    }
}
