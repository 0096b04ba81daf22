package net.beaconcontroller.acl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.beaconcontroller.acl.AclFlow.Effect;
import net.beaconcontroller.acl.RuleBook.NamedRule;
import net.beaconcontroller.acl.SwitchRules.Status;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.web.Description;
import org.jspecify.annotations.Nullable;

/** The verdict on a packet, the rule that decides, and the reasons. */
public record Explanation(
        @Description("the packet") String packet,
        @Description("allow or deny") String verdict,

        @Description("name of the rule that decides; null if the default or the isolation of ports does") @Nullable
        String rule,

        @Description("position of this rule, from 1 on; 0 if no rule decides")
        int position,

        @Description("why, in a sentence") String reason,

        @Description("the rules before it, or all if none decides, and why each does not match")
        List<PassedRule> passed,

        @Description("what each switch does with the packet")
        List<SwitchView> switches) {

    /** A rule that does not decide. */
    public record PassedRule(
            @Description("position of the rule, from 1 on") int position,
            @Description("name of the rule") String name,
            @Description("text of the rule") String rule,
            @Description("why it does not match") String reason) {}

    /** The effect of a switch on the packet. */
    public record SwitchView(
            @Description("datapath id") String id,

            @Description("the enforcement, and the flow that does it")
            String enforcement) {}

    /** Returns this explanation, or that of the isolation of the ports of both hosts, which is independent of rules. */
    Explanation withIsolation(Optional<String> from, Optional<String> to) {
        if (PortGroups.mayReach(from, to)) {
            return this;
        }
        String why = from.equals(to)
                ? "both hosts are at isolated ports"
                : "the hosts are at ports of the groups %s and %s".formatted(from.orElse(""), to.orElse(""));
        return new Explanation(
                packet, Verdict.DENY.toString(), null, 0, why + ", which do not reach each other", passed, List.of());
    }

    /** Explains the verdict on a packet. */
    static Explanation of(RuleBook book, Map<Switch, Status> statuses, PacketHeaders packet) {
        List<NamedRule> rules = book.rules();
        var passed = new ArrayList<PassedRule>();
        for (int i = 0; i < rules.size(); i++) {
            NamedRule named = rules.get(i);
            String mismatch = whyNot(book, named, packet);
            if (mismatch == null) {
                int id = named.entry().id();
                String reason = "rule %s is the first that matches: %s"
                        .formatted(named.entry().name(), named.rule());
                return of(packet, named.rule().verdict(), named.entry().name(), i + 1, reason, passed, id, statuses);
            }
            passed.add(new PassedRule(i + 1, named.entry().name(), named.rule().toString(), mismatch));
        }
        String reason = "no rule matches; the default is to %s (app.acl.default)".formatted(book.defaultVerdict());
        return of(packet, book.defaultVerdict(), null, 0, reason, passed, AclFlow.DEFAULT, statuses);
    }

    private static Explanation of(
            PacketHeaders packet,
            Verdict verdict,
            @Nullable String rule,
            int position,
            String reason,
            List<PassedRule> passed,
            int id,
            Map<Switch, Status> statuses) {
        List<SwitchView> switches = statuses.entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getKey().datapathId(), Long::compareUnsigned))
                .map(entry -> new SwitchView(entry.getKey().toString(), enforcement(entry.getValue(), verdict, id)))
                .toList();
        return new Explanation(
                PacketSpec.describe(packet), verdict.toString(), rule, position, reason, List.copyOf(passed), switches);
    }

    /** Returns why a rule does not decide about a packet, or null if it matches. */
    private static @Nullable String whyNot(RuleBook book, NamedRule named, PacketHeaders packet) {
        if (!named.entry().enabled()) {
            return "is disabled";
        } else if (!book.isActive(named)) {
            return "applies at other times only";
        }
        Rule rule = named.rule();
        String part = rule.mismatch(packet);
        return part == null
                ? null
                : switch (part) {
                    case "protocol" -> "has another protocol: " + rule.protocol();
                    case "from" -> "has another source: " + rule.source();
                    case "to" -> "has another destination: " + rule.destination();
                    case "source port" -> "has another source port: " + rule.sourcePorts();
                    case "destination port" -> "has another destination port: " + rule.destinationPorts();
                    default -> "has another VLAN";
                };
    }

    private static String enforcement(Status status, Verdict verdict, int id) {
        String text =
                switch (status.effects().getOrDefault(id, Effect.OTHER)) {
                    case DROP -> "drops it by a flow";
                    case CONTINUE -> "sends it on to table %d by a flow".formatted(AclFlow.FORWARDING_TABLE);
                    case TO_CONTROLLER -> "sends it to the controller by a flow, which decides each packet";
                    case OTHER ->
                        verdict == Verdict.ALLOW
                                ? "needs no flow to let it pass"
                                : "has no flow; only the controller denies it";
                };
        return switch (status.state()) {
            case INSTALLED -> text;
            case CHANGING -> text + "; its flows are being changed";
            case REFUSED ->
                "has the flows of earlier rules: it has refused those of the present ones, " + status.error();
        };
    }
}
