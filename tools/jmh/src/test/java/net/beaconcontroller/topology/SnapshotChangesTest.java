package net.beaconcontroller.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SnapshotChangesTest {
    @Test
    void removesAndAddsALink() {
        var changes = new SnapshotChanges();
        changes.switches = 10;
        changes.neighbours = 4;
        changes.network();
        assertThat(changes.change().links()).hasSize(38);
        assertThat(changes.change().links()).hasSize(40);
        assertThat(changes.changeAndFlood()).hasSize(10);
    }
}
