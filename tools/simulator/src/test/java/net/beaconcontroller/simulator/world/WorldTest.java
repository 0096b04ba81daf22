package net.beaconcontroller.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import net.beaconcontroller.simulator.world.World.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WorldTest {
    private static final int WORLDS = 60;

    @BeforeAll
    static void takeLog() {
        World.takeLog();
    }

    @Test
    void everythingHoldsInTheFirstWorlds() {
        List<Outcome> failed = LongStream.rangeClosed(1, WORLDS)
                .mapToObj(seed -> World.small(seed, false).run())
                .filter(outcome -> !outcome.violations().isEmpty())
                .toList();
        assertThat(failed).isEmpty();
    }

    @Test
    void theSameSeedGivesTheSameWorldWhateverWasPlayedBefore() {
        var first = World.small(42, true);
        Outcome outcome = first.run();
        World.small(43, false).run();
        var second = World.small(42, true);
        assertThat(second.run()).isEqualTo(outcome);
        assertThat(outcome.timeline()).anySatisfy(line -> assertThat(line).contains("FEATURES_REPLY"));
        assertThat(first.pcap().orElseThrow()).hasSameSizeAs(second.pcap().orElseThrow());
        assertThat(World.small(44, false).run().fingerprint()).isNotEqualTo(outcome.fingerprint());
    }

    @Test
    void thePageHasTheBoundsOfAllEvents() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("../../docs/simulator.md"));
        for (EventKind kind : EventKind.values()) {
            String name =
                    "| %s |".formatted(kind.name().toLowerCase(Locale.ROOT).replace('_', ' '));
            String bound = "| %d |".formatted(kind.bound().toSeconds());
            assertThat(lines).anyMatch(line -> line.startsWith(name) && line.endsWith(bound), name + bound);
        }
    }
}
