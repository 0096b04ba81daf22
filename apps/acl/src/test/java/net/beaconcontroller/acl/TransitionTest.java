package net.beaconcontroller.acl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.beaconcontroller.acl.AclFlow.Effect;
import net.beaconcontroller.acl.FlowCompiler.Profile;
import net.beaconcontroller.acl.FlowCompiler.RankedFlow;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.check.CanonicalMatch;
import org.junit.jupiter.api.Test;

class TransitionTest {
    private static final long SEED = 20261124;
    /** {@code -Dacl.changes=10000} tests more of them. */
    private static final int CHANGES = Integer.getInteger("acl.changes", 300);

    /** In a row. */
    private static final int MAX_INTERRUPTIONS = 4;

    private static final Profile PROFILE = new Profile(Version.OF13, true, true);

    /** Returns many packets, so that they differ although random rules have few values. */
    private static List<CanonicalMatch> packets(RandomRules random, int count) {
        return Stream.generate(random::packet)
                .limit(count)
                .map(packet -> FlowModel.exactly(packet, Version.OF13))
                .toList();
    }

    private static List<RankedFlow> compile(RuleSet rules) {
        return FlowCompiler.compile(rules, PROFILE);
    }

    /** Applies the messages of a change, and checks after each that all packets have the verdict of before or after. */
    private static void apply(
            Transition change,
            Set<AclFlow> flows,
            int messages,
            List<RankedFlow> desired,
            List<CanonicalMatch> packets) {
        List<Effect> before =
                packets.stream().map(packet -> FlowModel.effect(flows, packet)).toList();
        List<AclFlow> target = desired.stream().map(flow -> flow.in(0xffff)).toList();
        List<Effect> after =
                packets.stream().map(packet -> FlowModel.effect(target, packet)).toList();
        int sent = 0;
        for (AclFlow flow : change.additions()) {
            if (sent++ == messages) {
                return;
            }
            flows.add(flow);
            check(flows, packets, before, after);
        }
        for (AclFlow flow : change.deletions()) {
            if (sent++ == messages) {
                return;
            }
            flows.remove(flow);
            check(flows, packets, before, after);
        }
    }

    private static void check(
            Set<AclFlow> flows, List<CanonicalMatch> packets, List<Effect> before, List<Effect> after) {
        for (int i = 0; i < packets.size(); i++) {
            assertThat(FlowModel.effect(flows, packets.get(i))).isIn(before.get(i), after.get(i));
        }
    }

    private static RuleSet changed(RandomRules random, RuleSet rules) {
        var changed = new ArrayList<>(rules.rules());
        switch (random.random().nextInt(4)) {
            case 0 -> {
                int rank = changed.isEmpty() ? 0 : changed.getLast().rank() + 1;
                changed.add(new RuleSet.ActiveRule(rank, rank + 1, random.rule(), new Hits()));
            }
            case 1 -> {
                if (!changed.isEmpty()) {
                    changed.remove(random.random().nextInt(changed.size()));
                }
            }
            default -> {
                return random.ruleSet(8);
            }
        }
        return new RuleSet(changed, rules.defaultVerdict(), new Hits());
    }

    @Test
    void eachPacketHasTheVerdictOfBeforeOrAfterAtEachMoment() {
        var random = new RandomRules(SEED);
        Set<AclFlow> flows = new HashSet<>();
        RuleSet rules = random.ruleSet(8);
        for (int i = 0; i < CHANGES; i++) {
            List<RankedFlow> desired = compile(rules);
            Transition change = Transition.of(flows, desired);
            apply(change, flows, Integer.MAX_VALUE, desired, packets(random, 20));
            assertThat(Transition.of(flows, desired).isEmpty()).isTrue();
            assertThat(flows).hasSameSizeAs(desired);
            rules = changed(random, rules);
        }
    }

    @Test
    void changesThatAreInterruptedContinueOrAreReplacedWithoutAGap() {
        var random = new RandomRules(SEED);
        Set<AclFlow> flows = new HashSet<>();
        for (int i = 0; i < CHANGES; i++) {
            List<RankedFlow> desired = List.of();
            int interruptions = random.random().nextInt(MAX_INTERRUPTIONS + 1);
            for (int j = 0; j < interruptions; j++) {
                desired = compile(random.ruleSet(8));
                Transition change = Transition.of(flows, desired);
                int messages = change.additions().size() + change.deletions().size();
                apply(change, flows, random.random().nextInt(messages + 1), desired, packets(random, 20));
            }
            List<RankedFlow> last = random.random().nextBoolean() ? desired : compile(random.ruleSet(8));
            apply(Transition.of(flows, last), flows, Integer.MAX_VALUE, last, packets(random, 20));
            assertThat(flows).hasSameSizeAs(last);
        }
    }

    @Test
    void anAppendedRuleLeavesTheFlowsOfOthersAlone() {
        Set<AclFlow> flows = new HashSet<>();
        List<RankedFlow> one = compile(RuleSetTest.rules(Verdict.ALLOW, "deny icmp"));
        apply(Transition.of(flows, one), flows, Integer.MAX_VALUE, one, List.of());
        List<RankedFlow> two = compile(RuleSetTest.rules(Verdict.ALLOW, "deny icmp", "deny ip"));
        Transition change = Transition.of(flows, two);
        assertThat(change.additions()).hasSize(1);
        assertThat(change.deletions()).isEmpty();
    }

    @Test
    void aRuleThatNoLongerAppliesIsDeletedAlone() {
        Set<AclFlow> flows = new HashSet<>();
        RuleSet rules = RuleSetTest.rules(Verdict.ALLOW, "deny icmp", "deny arp", "deny ip");
        apply(Transition.of(flows, compile(rules)), flows, Integer.MAX_VALUE, compile(rules), List.of());
        var without = new ArrayList<>(rules.rules());
        without.remove(1);
        Transition change = Transition.of(flows, compile(new RuleSet(without, Verdict.ALLOW, new Hits())));
        assertThat(change.additions()).isEmpty();
        assertThat(change.deletions()).hasSize(1);
    }
}
