package net.beaconcontroller.staticflows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.openflow.check.FlowIdentity;
import net.beaconcontroller.openflow.entry.Definition;
import net.beaconcontroller.openflow.entry.Entry;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.structure.Group;
import net.beaconcontroller.openflow.structure.Meter;
import net.beaconcontroller.staticflows.Comparison.AcceptedForms;
import net.beaconcontroller.staticflows.Repair.Difference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ComparisonTest {
    /** Groups and meters of others have numbers from here on. */
    private static final long FOREIGN = 100;

    private static Stream<Arguments> runs() {
        return Stream.of(Version.OF10, Version.OF12, Version.OF13, Version.OF15)
                .flatMap(version -> LongStream.range(0, 100).mapToObj(seed -> Arguments.of(version, seed)));
    }

    /** Random entries. Those of one seed can have flows, groups and meters in common with those of another. */
    private static final class RandomEntries {
        private final Random random;
        private final Version version;
        private final Map<String, KeptEntry> entries = new LinkedHashMap<>();
        private final List<Integer> groups;
        private final List<Integer> meters;

        RandomEntries(Random random, Version version) {
            this.random = random;
            this.version = version;
            groups = version == Version.OF10 ? List.of() : some(6);
            meters = version.isAtLeast(Version.OF13) ? some(4) : List.of();
            meters.forEach(id -> add(
                    Kind.METER,
                    "m" + id,
                    "meter=%d,kbps,bands=type=drop,rate=%d".formatted(id, 1 + random.nextInt(3))));
            addGroups();
            int tables = version == Version.OF10 ? 1 : 4;
            some(20).forEach(id -> add(
                    Kind.FLOW,
                    "f" + id,
                    "table=%d,priority=%d,ip,nw_src=10.0.0.%d,actions=%s"
                            .formatted(id % tables, 1 + id % 3, id % 7, actions())));
        }

        private List<Integer> some(int count) {
            return IntStream.range(0, count)
                    .filter(_ -> random.nextBoolean())
                    .mapToObj(i -> i + 1)
                    .toList();
        }

        /** Adds groups that refer to each other in a random order, without loops. */
        private void addGroups() {
            var order = new ArrayList<>(groups);
            Collections.shuffle(order, random);
            for (int i = 0; i < order.size(); i++) {
                var text = new StringBuilder("group_id=%d,type=all".formatted(order.get(i)));
                for (int j = 0; j < i; j++) {
                    if (random.nextInt(3) == 0) {
                        text.append(",bucket=group:").append(order.get(j));
                    }
                }
                text.append(",bucket=output:").append(1 + random.nextInt(2));
                add(Kind.GROUP, "g" + order.get(i), text.toString());
            }
        }

        private String actions() {
            return switch (random.nextInt(4)) {
                case 0 -> "drop";
                case 1 -> groups.isEmpty() ? "output:1" : "group:" + groups.get(random.nextInt(groups.size()));
                case 2 ->
                    meters.isEmpty()
                            ? "output:2"
                            : "meter:%d,output:1".formatted(meters.get(random.nextInt(meters.size())));
                default -> "output:" + (1 + random.nextInt(3));
            };
        }

        private void add(Kind kind, String name, String text) {
            Entry entry = Entry.parse(new Definition(kind, name, "all", List.of(), text, 0));
            int number = Integer.parseInt(name.substring(1));
            if (entry.message() instanceof FlowMod flow
                    && entries.values().stream()
                            .anyMatch(kept -> kept.entry().message() instanceof FlowMod other
                                    && FlowIdentity.of(other, version).equals(FlowIdentity.of(flow, version)))) {
                return;
            }
            entries.put(name, new KeptEntry(entry, Source.REST, number, 1));
        }

        Desired desired(Set<Long> claimedGroups, Set<Long> claimedMeters) {
            var claims = new ArrayList<Claim>();
            claimedGroups.forEach(id -> claims.add(new Claim("group", id, "all")));
            claimedMeters.forEach(id -> claims.add(new Claim("meter", id, "all")));
            return new Desired(List.copyOf(entries.values()), claims, Set.of());
        }
    }

    private static void apply(Desired desired, ModelSwitch sw) {
        Comparison.repairs(desired, sw.contents(), sw.version, AcceptedForms.NONE)
                .forEach(repair -> sw.apply(repair.message()));
    }

    private static void addForeign(ModelSwitch sw) {
        sw.apply(FlowMod.parse("priority=7,cookie=0x99,arp,actions=output:1"));
        sw.apply(FlowMod.parse("priority=8,actions=drop"));
        if (sw.version != Version.OF10) {
            sw.apply(GroupMod.parse("group_id=%d,bucket=output:1".formatted(FOREIGN)));
            sw.apply(FlowMod.parse("table=1,priority=7,actions=group:" + FOREIGN));
        }
        if (sw.version.isAtLeast(Version.OF13)) {
            sw.apply(MeterMod.parse("meter=%d,kbps,bands=type=drop,rate=1".formatted(FOREIGN)));
        }
    }

    private static List<FlowStats> foreignFlows(ModelSwitch sw) {
        return sw.flows.values().stream()
                .filter(flow -> !KeptEntry.COOKIES.contains(flow.cookie()))
                .toList();
    }

    /** Applied to any state that entries left, in the order of the repairs, each of which a switch accepts. */
    @ParameterizedTest
    @MethodSource("runs")
    void repairsLeadFromAnyStateToExactlyTheEntries(Version version, long seed) {
        var random = new Random(seed);
        var sw = new ModelSwitch(version);
        addForeign(sw);
        List<FlowStats> foreign = foreignFlows(sw);
        apply(new RandomEntries(random, version).desired(Set.of(), Set.of()), sw);
        Set<Long> groups = new HashSet<>(sw.groups.keySet());
        Set<Long> meters = new HashSet<>(sw.meters.keySet());
        groups.remove(FOREIGN);
        meters.remove(FOREIGN);
        // Others remove and change some.
        sw.flows
                .entrySet()
                .removeIf(flow -> KeptEntry.COOKIES.contains(flow.getValue().cookie()) && random.nextInt(4) == 0);

        var entries = new RandomEntries(random, version);
        Desired desired = entries.desired(groups, meters);
        apply(desired, sw);

        assertThat(Comparison.repairs(desired, sw.contents(), version, AcceptedForms.NONE))
                .isEmpty();
        assertThat(foreignFlows(sw)).isEqualTo(foreign);
        var expected = new HashSet<FlowIdentity>();
        desired.of(Kind.FLOW).forEach(kept -> expected.add(FlowIdentity.of(kept.flow(version), version)));
        foreign.forEach(flow -> expected.add(FlowIdentity.of(flow, version)));
        assertThat(sw.flows.keySet()).isEqualTo(expected);
        var expectedGroups = new HashSet<Long>();
        desired.of(Kind.GROUP).forEach(kept -> expectedGroups.add(Claim.idOf(kept.entry())));
        if (version != Version.OF10) {
            expectedGroups.add(FOREIGN);
        }
        assertThat(sw.groups.keySet()).isEqualTo(expectedGroups);
        var expectedMeters = new HashSet<Long>();
        desired.of(Kind.METER).forEach(kept -> expectedMeters.add(Claim.idOf(kept.entry())));
        if (version.isAtLeast(Version.OF13)) {
            expectedMeters.add(FOREIGN);
        }
        assertThat(sw.meters.keySet()).isEqualTo(expectedMeters);
    }

    private static Desired desired(String... texts) {
        var entries = new ArrayList<KeptEntry>();
        for (String text : texts) {
            Kind kind = text.startsWith("group_id") ? Kind.GROUP : text.startsWith("meter=") ? Kind.METER : Kind.FLOW;
            entries.add(new KeptEntry(Entry.parse(Definition.of(kind, text)), Source.REST, entries.size(), 1));
        }
        return new Desired(entries, List.of(), Set.of());
    }

    private static List<Difference> differences(Desired desired, ModelSwitch sw) {
        return Comparison.repairs(desired, sw.contents(), sw.version, AcceptedForms.NONE).stream()
                .map(Repair::difference)
                .toList();
    }

    @Test
    void namesWhatIsMissingChangedAndStale() {
        var sw = new ModelSwitch(Version.OF13);
        Desired desired = desired("priority=1,actions=output:1", "priority=2,actions=output:1");
        apply(desired, sw);
        FlowStats kept = sw.flows.values().iterator().next();
        sw.flows.clear();
        sw.apply(FlowMod.add()
                .priority(kept.priority())
                .cookie(kept.cookie())
                .output(7)
                .build());
        sw.apply(FlowMod.add().priority(3).cookie(kept.cookie()).output(1).build());
        assertThat(differences(desired, sw))
                .containsExactlyInAnyOrder(Difference.CHANGED, Difference.MISSING, Difference.STALE);
        apply(desired, sw);
        assertThat(differences(desired, sw)).isEmpty();
    }

    @Test
    void aMeterIsTheFirstActionInOpenFlow15() {
        var sw = new ModelSwitch(Version.OF15);
        Desired desired = desired(
                "meter=1,kbps,bands=type=drop,rate=1000",
                "priority=1,actions=meter:1,output:2",
                "priority=2,actions=output:3,meter:1,goto_table:1",
                "priority=3,actions=meter:1");
        apply(desired, sw);
        assertThat(differences(desired, sw)).isEmpty();
        assertThat(sw.flows.values())
                .extracting(flow -> flow.instructions().toString())
                .containsExactlyInAnyOrder(
                        "[apply_actions(meter:1,output:2)]",
                        "[apply_actions(meter:1,output:3), goto_table:1]",
                        "[apply_actions(meter:1)]");
    }

    @Test
    void theFormInWhichASwitchReportsAnEntryCanBeAccepted() {
        var sw = new ModelSwitch(Version.OF13);
        Desired desired = desired("group_id=1,type=select,bucket=output:1");
        sw.apply(GroupMod.parse("group_id=1,type=select,bucket=weight:1,actions=output:1"));
        assertThat(differences(desired, sw)).containsExactly(Difference.CHANGED);
        assertThat(Comparison.repairs(desired, sw.contents(), sw.version, (_, _) -> true))
                .isEmpty();
    }

    @Test
    void anEntryThatCannotBeReadKeepsItsFlow() {
        var sw = new ModelSwitch(Version.OF13);
        apply(desired("priority=1,actions=drop"), sw);
        assertThat(differences(new Desired(List.of(), List.of(), Set.of(0)), sw))
                .isEmpty();
        assertThat(differences(new Desired(List.of(), List.of(), Set.of(1)), sw))
                .containsExactly(Difference.STALE);
    }

    @Test
    void groupsAndMetersOfOthersAreNotTouched() {
        var sw = new ModelSwitch(Version.OF15);
        sw.groups.put(1L, new Group(0, 1, List.of(), List.of()));
        sw.meters.put(1L, new Meter(1, 1, List.of()));
        assertThat(differences(new Desired(List.of(), List.of(), Set.of()), sw)).isEmpty();
        List<Claim> claims = List.of(new Claim("group", 1, "all"), new Claim("meter", 1, "all"));
        assertThat(differences(new Desired(List.of(), claims, Set.of()), sw))
                .containsExactly(Difference.STALE, Difference.STALE);
    }
}
