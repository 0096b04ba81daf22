package net.beaconcontroller.openflow.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.NotationException;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.action.ActionParser;
import net.beaconcontroller.openflow.action.ActionPrinter;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.match.MatchParser;
import net.beaconcontroller.openflow.match.ProtocolContext;
import net.beaconcontroller.openflow.notation.FlowNotation;
import net.beaconcontroller.openflow.notation.NotationPart;
import net.beaconcontroller.openflow.notation.NotationScanner;
import net.beaconcontroller.openflow.notation.NotationScanner.Item;
import net.beaconcontroller.openflow.notation.NotationValues;
import net.beaconcontroller.openflow.wire.Names;
import org.jspecify.annotations.Nullable;

/** The notation of {@code ovs-ofctl} for flow-mods. */
final class FlowModNotation {
    private static final Map<String, FlowMod.Command> COMMANDS = Arrays.stream(FlowMod.Command.values())
            .collect(Collectors.toMap(command -> command.name().toLowerCase(Locale.ROOT), command -> command));

    /** Statistics in a dump of flows. They are skipped, so that a dumped flow can be added again. */
    private static final Set<String> STATISTICS = Set.of("duration", "n_packets", "n_bytes", "idle_age", "hard_age");

    private FlowModNotation() {}

    private static boolean deletes(FlowMod.@Nullable Command command) {
        return command == FlowMod.Command.DELETE || command == FlowMod.Command.DELETE_STRICT;
    }

    /** Parses a flow as {@code ovs-ofctl add-flow} does. */
    static FlowMod parse(String text) {
        var in = new NotationScanner(text);
        Item item = in.next();
        if (item != null && item.isWord() && item.keyPart().is("flow_mod")) {
            item = in.next();
        }
        FlowMod.Command command = item != null && item.isWord() ? COMMANDS.get(item.key()) : null;
        FlowMod.Builder flow = deletes(command) ? FlowMod.delete() : FlowMod.add();
        if (command != null) {
            flow.command(command);
            item = in.next();
        }
        var fields = new ArrayList<Item>();
        var before = new HashSet<String>();
        int flags = 0;
        NotationPart actions = null;
        for (; item != null; item = actions == null ? in.next() : null) {
            String key = item.key();
            if (FlowNotation.isActions(item)) {
                actions = in.restFrom(item.value("=, and the actions"));
            } else if (FlowNotation.flag(item) != 0) {
                item.requireWord();
                flags |= FlowNotation.flag(item);
            } else if (FlowNotation.isNumber(item)) {
                if (!before.add(key)) {
                    throw item.refuse("is a duplicate");
                }
                flags |= setting(flow, key, item);
            } else if (!STATISTICS.contains(key)) {
                fields.add(item);
            }
        }
        ProtocolContext protocols = MatchParser.protocols(fields);
        flow.match(MatchParser.match(fields, protocols)).flags(flags);
        if (actions != null) {
            flow.instructions(ActionParser.instructions(new NotationScanner(actions), protocols)
                    .toArray(Instruction[]::new));
        } else if (!deletes(command)) {
            throw new NotationException(
                    text, text.length() + 1, "needs actions= at the end, actions=drop for a flow that drops");
        }
        return flow.build();
    }

    /** Sets a numeric property of a flow. Returns the flags that it sets. */
    private static int setting(FlowMod.Builder flow, String key, Item item) {
        NotationPart value = item.value("a value, such as " + key + "=1");
        switch (key) {
            case "table" -> flow.tableId(value.is("ALL") ? FlowMod.ALL_TABLES : NotationValues.u8(value));
            case "priority" -> flow.priority(NotationValues.u16(value));
            case "cookie" -> {
                NotationPart mask = value.after("/");
                flow.cookie(NotationValues.number(value.before("/"), 64));
                flow.cookieMask(!value.has("/") ? 0 : mask.is("-1") ? -1 : NotationValues.number(mask, 64));
            }
            case "idle_timeout" -> flow.idleTimeoutSeconds(NotationValues.u16(value));
            case "hard_timeout" -> flow.hardTimeoutSeconds(NotationValues.u16(value));
            case "importance" -> flow.importance(NotationValues.u16(value));
            case "out_port" -> flow.outPort(NotationValues.port(value));
            case "out_group" -> flow.outGroup(NotationValues.group(value));
            case "buffer_id" -> flow.bufferId(NotationValues.number(value, 32));
            default -> {
                return (int) NotationValues.number(value, 32);
            }
        }
        return 0;
    }

    /** Returns a flow-mod without the properties that have their defaults. {@link #parse} reads it. */
    static String print(FlowMod flow) {
        var text = new StringJoiner(" ");
        text.add(flow.command().name());
        text.add("table=" + (flow.tableId() == FlowMod.ALL_TABLES ? "ALL" : Integer.toString(flow.tableId())));
        FlowNotation.addIf(
                text,
                flow.cookie() != 0 || flow.cookieMask() != 0,
                "cookie=0x%x".formatted(flow.cookie())
                        + (flow.cookieMask() == 0 ? "" : "/0x%x".formatted(flow.cookieMask())));
        FlowNotation.addTimes(text, flow.idleTimeout(), flow.hardTimeout(), flow.importance());
        FlowNotation.addIf(text, flow.outPort() != PortNumber.ANY, "out_port=" + PortNumber.toString(flow.outPort()));
        FlowNotation.addIf(text, flow.outGroup() != GroupNumber.ANY, "out_group=" + Names.GROUP.print(flow.outGroup()));
        FlowNotation.addIf(text, flow.bufferId() != PacketIn.NO_BUFFER, "buffer_id=0x%x".formatted(flow.bufferId()));
        FlowNotation.addFlags(text, flow.flags());
        FlowNotation.addIf(text, flow.priority() != FlowMod.DEFAULT_PRIORITY, "priority=" + flow.priority());
        FlowNotation.addIf(text, !flow.match().fields().isEmpty(), flow.match().toString());
        boolean deletes = deletes(flow.command());
        FlowNotation.addIf(
                text,
                !deletes || !flow.instructions().isEmpty(),
                "actions=" + ActionPrinter.instructions(flow.instructions()));
        return text.toString();
    }
}
