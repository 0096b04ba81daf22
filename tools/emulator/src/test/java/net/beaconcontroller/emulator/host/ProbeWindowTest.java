package net.beaconcontroller.emulator.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ProbeWindowTest {
    private final ProbeWindow window = new ProbeWindow();

    @Property
    void withinItsSizeItIsASet(@ForAll List<@IntRange(min = 0, max = ProbeWindow.SIZE - 1) Integer> ids) {
        var fresh = new ProbeWindow();
        var set = new HashSet<Integer>();
        assertThat(ids).allSatisfy(id -> assertThat(fresh.add(id)).isEqualTo(set.add(id)));
        assertThat(ids).allMatch(fresh::has);
    }

    @Test
    void whatIsOlderThanTheWindowCountsAsNew() {
        window.add(ProbeWindow.SIZE);
        assertThat(window.add(1)).isTrue();
        assertThat(window.add(0)).isTrue();
        assertThat(window.add(0)).isTrue();
        assertThat(window.has(0)).isFalse();
    }

    @Test
    void theRingIsClearedWhenItIsUsedAgain() {
        window.add(5);
        window.add(ProbeWindow.SIZE);
        assertThat(window.add(ProbeWindow.SIZE + 5)).isTrue();
        assertThat(window.has(5)).isFalse();
    }

    @Test
    void aLeapForgetsEverything() {
        window.add(5);
        window.add(10L * ProbeWindow.SIZE + 5);
        assertThat(window.add(10L * ProbeWindow.SIZE + 4)).isTrue();
    }
}
