package net.beaconcontroller.acl;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.net.Words;
import org.jspecify.annotations.Nullable;

/** The bodies of requests and answers. */
final class Views {
    private Views() {}

    /** The state of the enforcement. */
    public record AclView(
            @Description("what happens to packets that no rule matches: allow or deny") @JsonProperty("default")
            String defaultVerdict,

            @Description("number of packets that no rule has matched, in flows")
            long defaultPackets,

            @Description("number of packet-ins that no rule has matched")
            long defaultPacketIns,

            @Description("number of rules") int rules,
            @Description("number of rules that apply now") int active,
            @Description("the connected switches") List<SwitchView> switches) {}

    /** The flows of the rules in a switch. */
    public record SwitchView(
            @Description("datapath id") String id,
            @Description("version of OpenFlow") String version,

            @Description("installed; changing; or refused: it has the flows of earlier rules")
            String state,

            @Description("number of flows of the rules") int flows,

            @Description("how many of them send packets to the controller, which then decides each packet")
            int byController,

            @Description("why the switch has refused a flow; null if it has not") @Nullable
            String error) {
        static SwitchView of(Switch sw, SwitchRules.Status status) {
            return new SwitchView(
                    sw.toString(),
                    sw.version().toString(),
                    Words.of(status.state()),
                    status.flows(),
                    status.byController(),
                    status.error());
        }
    }

    /** A rule. */
    public record RuleView(
            @Description("place of the rule, from 1 on; the first rule that matches decides")
            int position,

            @Description("unique name") String name,
            @Description("text of the rule") String rule,
            @Description("why the rule exists") String comment,
            @Description("whether it may apply") boolean enabled,

            @Description("whether it applies now: it is enabled, and it is its time")
            boolean active,

            @Description("name of an earlier rule that matches all of its packets, so that it never decides; or null")
            @Nullable
            String shadowedBy,

            @Description("packets that its flows have matched, in each switch that they passed")
            long packets,

            @Description("bytes of these packets") long bytes,

            @Description("packet-ins that it has decided; some of them are counted in packets, too")
            long packetIns) {
        static RuleView of(
                int position,
                RuleList.Entry entry,
                boolean active,
                @Nullable String shadowedBy,
                FlowCount count,
                Hits hits) {
            return new RuleView(
                    position,
                    entry.name(),
                    entry.rule(),
                    entry.comment(),
                    entry.enabled(),
                    active,
                    shadowedBy,
                    count.packets() + hits.removedPackets(),
                    count.bytes() + hits.removedBytes(),
                    hits.packetIns());
        }
    }

    /** A rule to add. */
    public record NewRule(
            @Description("unique name of lower-case letters, digits and hyphens; null for r and a number") @Nullable
            String name,

            @Description("(allow|deny) PROTOCOL [from ENDPOINT [port PORTS]] [to ENDPOINT [port PORTS]] [vlan VLAN] "
                    + "[on DAYS [HH:MM-HH:MM]]")
            @Nullable
            String rule,

            @Description("why the rule exists, at most 200 characters") @Nullable
            String comment,

            @Description("false for a rule that does not apply now; null for true") @Nullable
            Boolean enabled,

            @Description("place of the rule, from 1 on; null for the end") @Nullable
            Integer position) {
        Draft draft() {
            return new Draft(
                    name, rule == null ? "" : rule, comment == null ? "" : comment, !Boolean.FALSE.equals(enabled));
        }
    }

    /** A position. */
    public record NewPosition(
            @Description("place of the rule, from 1 on") int position) {}

    /** Whether a rule may apply. */
    public record NewState(
            @Description("whether the rule may apply") @Nullable
            Boolean enabled) {}

    /** An access port in a group. */
    public record PortGroup(
            @Description("datapath id and port") String port,
            @Description("name of its group") String group) {}

    /** A group. */
    public record NewGroup(
            @Description("name of the group; isolated for a port that reaches no other grouped port") @Nullable
            String group) {}
}
