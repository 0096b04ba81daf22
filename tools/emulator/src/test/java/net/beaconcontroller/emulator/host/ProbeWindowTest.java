package net.beaconcontroller.emulator.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ProbeWindowTest {
    private final ProbeWindow window = new ProbeWindow();

    @RepeatedTest(200)
    void isASetOfTheIdsWithinItsSize(RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        // Some repetitions draw from few ids, so that ids repeat.
        int bound = 1 << random.nextInt(1, 17);
        List<Integer> ids = random.ints(random.nextInt(256), 0, bound).boxed().toList();
        var set = new HashSet<Integer>();
        assertThat(ids).allSatisfy(id -> assertThat(window.add(id)).isEqualTo(set.add(id)));
        assertThat(ids).allMatch(window::has);
    }

    @Test
    void acceptsIdsOlderThanTheWindowAsNew() {
        window.add(ProbeWindow.SIZE);
        assertThat(window.add(1)).isTrue();
        assertThat(window.add(0)).isTrue();
        assertThat(window.add(0)).isTrue();
        assertThat(window.has(0)).isFalse();
    }

    @Test
    void clearsSlotsBeforeTheyAreReused() {
        window.add(5);
        window.add(ProbeWindow.SIZE);
        assertThat(window.add(ProbeWindow.SIZE + 5)).isTrue();
        assertThat(window.has(5)).isFalse();
    }

    @Test
    void forgetsAllIdsWhenTheNewIdIsFarAhead() {
        window.add(5);
        window.add(10L * ProbeWindow.SIZE + 5);
        assertThat(window.add(10L * ProbeWindow.SIZE + 4)).isTrue();
    }
}
