package net.beaconcontroller.openflow.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.Generated;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.check.Problem.Severity;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.switchkit.random.MessageGenerator;
import org.junit.jupiter.api.Test;

/** The checker with generated entries. */
class GeneratedEntriesTest {
    private static final int TRIES = 300;

    /** The whole entry is named only if no check has found the field: these entries are short. */
    private static void requireEncodableOrNamed(Entries entries, Message entry, Version version) {
        List<Problem> problems = EntryChecker.check(entries, Capabilities.of(version));
        if (problems.stream().noneMatch(problem -> problem.severity() == Severity.ERROR)) {
            assertThatCode(() -> Messages.encode(entry, version, 1)).doesNotThrowAnyException();
        }
        assertThat(problems).allSatisfy(problem -> {
            assertThat(Set.of("instructions", "buckets").contains(problem.field())
                            && problem.value().isEmpty())
                    .as("%s of %s", problem, entry)
                    .isFalse();
            assertThat(problem.valid()).isNotEmpty();
        });
    }

    @EachVersion
    void whatIsAcceptedIsEncodableAndWhatIsRefusedIsNamed(Version version) {
        Generated.forEach(TRIES, random -> {
            FlowMod flow = (FlowMod) MessageGenerator.any(FlowMod.class, random).message();
            requireEncodableOrNamed(new Entries(List.of(flow), List.of(), List.of()), flow, version);
            GroupMod group =
                    (GroupMod) MessageGenerator.any(GroupMod.class, random).message();
            requireEncodableOrNamed(new Entries(List.of(), List.of(group), List.of()), group, version);
            MeterMod meter =
                    (MeterMod) MessageGenerator.any(MeterMod.class, random).message();
            requireEncodableOrNamed(new Entries(List.of(), List.of(), List.of(meter)), meter, version);
        });
    }

    /** Valid flows of one version, in all versions: many are accepted. */
    @EachVersion
    void flowsOfFewFieldsAreEncodableIfAccepted(Version version) {
        Generated.forEach(TRIES, random -> {
            FlowMod flow = FlowMod.add().match(randomMatch(random)).build();
            requireEncodableOrNamed(new Entries(List.of(flow), List.of(), List.of()), flow, version);
        });
    }

    private static Match randomMatch(RandomGenerator random) {
        var fields = new ArrayList<Oxm>();
        Match packets = Match.parse(List.of("", "ip", "tcp", "udp", "arp", "ipv6", "icmp6", "dl_vlan=7", "mpls")
                .get(random.nextInt(9)));
        fields.addAll(packets.fields());
        Field field = Field.values()[random.nextInt(Field.values().length)];
        if (field.length() <= 8) {
            long value = random.nextInt(4);
            fields.add(random.nextInt(3) == 0 ? field.is(value & 2, 2) : field.is(value));
        }
        return new Match(fields);
    }

    /** Compares the search by common bits with the comparison of all pairs. */
    @Test
    void findsAllFlowsThatOverlapAnEarlierOne() {
        Generated.forEach(50, random -> {
            List<FlowMod> flows = IntStream.range(0, 30)
                    .mapToObj(i -> FlowMod.parse("priority=%d,%s,actions=output:%d"
                            .formatted(random.nextInt(2), addresses(random), 1 + random.nextInt(2))))
                    .toList();
            List<Integer> found =
                    EntryChecker.check(new Entries(flows, List.of(), List.of()), Capabilities.of(Version.OF13)).stream()
                            .map(Problem::index)
                            .distinct()
                            .toList();
            assertThat(found).containsExactlyInAnyOrderElementsOf(conflicting(flows));
        });
    }

    private static String addresses(RandomGenerator random) {
        return switch (random.nextInt(4)) {
            case 0 -> {
                int hostBits = random.nextInt(3);
                yield "ip,nw_dst=10.0.0.%d/%d".formatted(random.nextInt(4) & -1 << hostBits, 32 - hostBits);
            }
            case 1 -> "ip,nw_src=10.0.0.%d".formatted(random.nextInt(4));
            case 2 -> "ip,nw_src=10.0.0.%d,nw_dst=10.0.0.%d".formatted(random.nextInt(4), random.nextInt(4));
            default -> "in_port=%d".formatted(9 + random.nextInt(4));
        };
    }

    /** Returns the flows with an earlier one of the same identity, or that overlaps and has other instructions. */
    private static List<Integer> conflicting(List<FlowMod> flows) {
        var conflicting = new ArrayList<Integer>();
        for (int later = 0; later < flows.size(); later++) {
            FlowIdentity identity = FlowIdentity.of(flows.get(later), Version.OF13);
            boolean duplicate = false;
            boolean overlaps = false;
            for (int earlier = 0; earlier < later; earlier++) {
                FlowIdentity before = FlowIdentity.of(flows.get(earlier), Version.OF13);
                duplicate |= before.equals(identity);
                overlaps |= before.priority() == identity.priority()
                        && before.match().overlaps(identity.match())
                        && !flows.get(earlier)
                                .instructions()
                                .equals(flows.get(later).instructions())
                        && !isDuplicate(flows, earlier);
            }
            if (duplicate || overlaps) {
                conflicting.add(later);
            }
        }
        return conflicting;
    }

    private static boolean isDuplicate(List<FlowMod> flows, int index) {
        FlowIdentity identity = FlowIdentity.of(flows.get(index), Version.OF13);
        return flows.subList(0, index).stream()
                .anyMatch(flow -> FlowIdentity.of(flow, Version.OF13).equals(identity));
    }

    @Test
    void checksTenThousandFlowsOfOnePriority() {
        List<FlowMod> flows = IntStream.range(0, 10_000)
                .mapToObj(i -> FlowMod.parse("ip,nw_dst=10.%d.%d.0/24,in_port=%d,actions=output:%d"
                        .formatted(i % 100, i / 100, 1 + i % 7, 20 + i % 9)))
                .toList();
        assertThat(EntryChecker.check(new Entries(flows, List.of(), List.of()), Capabilities.of(Version.OF13)))
                .isEmpty();
    }

    @Test
    void tellsWhenTheSearchOfOverlapsIsCutShort() {
        // Each half overlaps the other half: 25 million pairs.
        List<FlowMod> flows = IntStream.range(0, 10_000)
                .mapToObj(i -> FlowMod.parse(
                        "ip,nw_%s=10.0.%d.%d,actions=output:1".formatted(i % 2 == 0 ? "src" : "dst", i / 256, i % 256)))
                .toList();
        assertThat(EntryChecker.check(new Entries(flows, List.of(), List.of()), Capabilities.of(Version.OF13)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.reason()).contains("are not searched"));
    }
}
