package net.beaconcontroller.acl;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.check.CanonicalMatch;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.multipart.FlowStats;

/**
 * A flow of this application in the first table of a switch.
 *
 * @param cookie tells the rule, see {@link #cookie}
 */
record AclFlow(int priority, CanonicalMatch match, long cookie, Effect effect) {
    /** The cookies of all flows of this application. */
    static final CookieRange COOKIES = CookieRange.of("acl");

    /** The table of the flows of forwarding applications for packets that a rule allows. */
    static final int FORWARDING_TABLE = 1;

    /** The number in the cookies of the flow for packets that match no rule. Those of rules are greater. */
    static final int DEFAULT = 0;

    /** The number in the cookies of the flows for the probes of the topology discovery. */
    static final int PROBES = -1;

    /** The number in the cookie of the table-miss flow of the forwarding table. */
    static final int TABLE_MISS = -2;

    /** The effect of a flow on its packets. */
    enum Effect {
        DROP,
        /** The packets continue in the {@link #FORWARDING_TABLE}. */
        CONTINUE,
        /** The controller decides each packet. */
        TO_CONTROLLER,
        /** Anything else; this application installs no such flow. */
        OTHER;

        private List<Instruction> instructions() {
            return switch (this) {
                case DROP, OTHER -> List.of();
                case CONTINUE -> List.of(new Instruction.GotoTable(FORWARDING_TABLE));
                case TO_CONTROLLER ->
                    List.of(new Instruction.ApplyActions(List.of(new Action.Output(PortNumber.CONTROLLER))));
            };
        }

        private static Effect of(List<Instruction> instructions) {
            return Stream.of(values())
                    .filter(effect -> effect.instructions().equals(instructions))
                    .findFirst()
                    .orElse(OTHER);
        }
    }

    /** Returns the cookie of the flows of a rule, or of one of the other numbers. */
    static long cookie(int number) {
        return COOKIES.cookie(Integer.toUnsignedLong(number));
    }

    /** Returns the number in a cookie. */
    static int number(long cookie) {
        return (int) cookie;
    }

    /** Returns a flow that a switch has reported. */
    static AclFlow of(FlowStats stats, Version version) {
        return new AclFlow(
                stats.priority(),
                CanonicalMatch.of(stats.match(), version),
                stats.cookie(),
                Effect.of(stats.instructions()));
    }

    /** Returns what a removed flow can have been: the report does not have its effect. */
    static Set<AclFlow> of(FlowRemoved removed, Version version) {
        CanonicalMatch match = CanonicalMatch.of(removed.match(), version);
        return Stream.of(Effect.values())
                .map(effect -> new AclFlow(removed.priority(), match, removed.cookie(), effect))
                .collect(Collectors.toSet());
    }

    FlowMod add() {
        return FlowMod.add()
                .priority(priority)
                .match(match.toMatch())
                .cookie(cookie)
                .flags(FlowMod.SEND_FLOW_REMOVED)
                .instructions(effect.instructions().toArray(Instruction[]::new))
                .build();
    }

    FlowMod delete() {
        return FlowMod.delete()
                .command(FlowMod.Command.DELETE_STRICT)
                .tableId(0)
                .priority(priority)
                .match(match.toMatch())
                .build();
    }

    /** Returns the message that adds the table-miss flow of the forwarding table. */
    static FlowMod addTableMiss() {
        return FlowMod.add()
                .tableId(FORWARDING_TABLE)
                .priority(0)
                .cookie(cookie(TABLE_MISS))
                .flags(FlowMod.SEND_FLOW_REMOVED)
                .instructions(Effect.TO_CONTROLLER.instructions().toArray(Instruction[]::new))
                .build();
    }
}
