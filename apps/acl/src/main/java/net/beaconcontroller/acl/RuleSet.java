package net.beaconcontroller.acl;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules that apply at one moment, in their order, and the verdict on packets that match none. Immutable.
 *
 * @param rules the enabled rules whose time it is
 * @param defaultHits counts the packets that no rule decides
 */
record RuleSet(List<ActiveRule> rules, Verdict defaultVerdict, Hits defaultHits) {
    /**
     * A rule that applies.
     *
     * @param rank its place among all rules, from 0; a rule that does not apply leaves a gap
     * @param id the number of the rule, which it keeps when the order changes
     */
    record ActiveRule(int rank, int id, Rule rule, Hits hits) {
        Verdict verdict() {
            return rule.verdict();
        }
    }

    RuleSet {
        rules = List.copyOf(rules);
    }

    /** Returns the first rule that a packet matches, or null if the default applies. */
    @Nullable
    ActiveRule deciding(PacketHeaders packet) {
        for (int i = 0; i < rules.size(); i++) {
            ActiveRule active = rules.get(i);
            if (active.rule.mismatch(packet) == null) {
                return active;
            }
        }
        return null;
    }

    /** Returns the verdict on a packet. */
    Verdict decide(PacketHeaders packet) {
        ActiveRule active = deciding(packet);
        return active == null ? defaultVerdict : active.verdict();
    }

    /** Returns the verdict on a packet that was received, and counts it. */
    Verdict decideAndCount(PacketHeaders packet) {
        ActiveRule active = deciding(packet);
        (active == null ? defaultHits : active.hits).packetIn();
        return active == null ? defaultVerdict : active.verdict();
    }

    /** Returns whether no rule applies and the default is to allow. */
    boolean isEmpty() {
        return rules.isEmpty() && defaultVerdict == Verdict.ALLOW;
    }

    /** Returns whether all packets may pass. */
    boolean allowsAll() {
        return defaultVerdict == Verdict.ALLOW && rules.stream().noneMatch(active -> active.verdict() == Verdict.DENY);
    }

    /** Returns whether a packet that an allow rule matches may also match a later rule, or the default, that denies. */
    boolean precedesDenial(ActiveRule allowing) {
        return defaultVerdict == Verdict.DENY
                || rules.stream()
                        .anyMatch(later -> later.rank > allowing.rank
                                && later.verdict() == Verdict.DENY
                                && later.rule.mayOverlap(allowing.rule));
    }
}
