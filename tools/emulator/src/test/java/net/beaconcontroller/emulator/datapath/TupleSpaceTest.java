package net.beaconcontroller.emulator.datapath;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.switchkit.Frames;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** A flow table finds the same flow as a linear search. */
class TupleSpaceTest {
    private record Entry(MatchKey match, Flow flow) {
        boolean matches(long[] key) {
            for (int i = 0; i < key.length; i++) {
                if ((key[i] & match.mask[i]) != match.value[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    @RepeatedTest(50)
    void findsTheSameFlowAsALinearSearch(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        var random = new Random(seed);
        var table = new FlowTable();
        var list = new ArrayList<Entry>();
        var packet = new Packet();
        for (int step = 0; step < 300; step++) {
            switch (random.nextInt(4)) {
                case 0, 1 -> add(randomMatch(random), random.nextInt(5), table, list);
                case 2 -> {
                    if (!list.isEmpty() && random.nextBoolean()) {
                        table.remove(list.remove(random.nextInt(list.size())).flow);
                    }
                }
                default -> {
                    long source = random.nextInt(1, 4);
                    packet.wrap(
                            Frames.udp(random.nextInt(1, 4), source, random.nextInt(1, 4), 1)
                                    .toArray(),
                            random.nextInt(1, 4));
                    requireSame(table.lookup(packet.key()), list, packet.key());
                }
            }
            assertThat(table.size()).isEqualTo(list.size());
        }
        MatchKey some = MatchKey.of(randomMatch(random), Version.OF13);
        assertThat(table.covered(some))
                .containsExactlyInAnyOrderElementsOf(list.stream()
                        .filter(entry -> covers(some, entry.match))
                        .map(Entry::flow)
                        .toList());
    }

    private static void add(Match match, int priority, FlowTable table, List<Entry> list) {
        MatchKey key = MatchKey.of(match, Version.OF13);
        FlowMod mod = FlowMod.add().match(match).priority(priority).build();
        if (table.find(key, priority) == null) {
            var flow = new Flow(mod, 0, false, 0, 0);
            table.add(key, flow);
            list.add(new Entry(key, flow));
        }
    }

    private static void requireSame(@Nullable Flow found, List<Entry> list, long[] key) {
        int best = list.stream()
                .filter(entry -> entry.matches(key))
                .map(Entry::flow)
                .max(Comparator.comparingInt(flow -> flow.priority))
                .map(flow -> flow.priority)
                .orElse(-1);

        assertThat(found == null ? -1 : found.priority).isEqualTo(best);
        assertThat(found == null || list.stream().anyMatch(entry -> entry.flow == found && entry.matches(key)))
                .isTrue();
    }

    private static boolean covers(MatchKey match, MatchKey other) {
        for (int i = 0; i < HeaderFields.WORDS; i++) {
            boolean asked = (match.mask[i] & ~other.mask[i]) == 0;
            if (!asked || (other.value[i] & match.mask[i]) != match.value[i]) {
                return false;
            }
        }
        return true;
    }

    private static Match randomMatch(Random random) {
        var text = new StringBuilder("udp");
        String[] fields = {"in_port=%d", "dl_src=00:00:00:00:00:0%d", "nw_dst=10.0.0.%d", "tp_src=%d"};
        for (String field : fields) {
            if (random.nextInt(3) == 0) {
                text.append(',').append(field.formatted(random.nextInt(1, 4)));
            }
        }
        if (text.indexOf("nw_dst") < 0 && random.nextBoolean()) {
            text.append(",nw_dst=10.0.0.2/31");
        }
        return Match.parse(text.toString());
    }
}
