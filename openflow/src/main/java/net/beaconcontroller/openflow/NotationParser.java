package net.beaconcontroller.openflow;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import net.beaconcontroller.openflow.NotationScanner.Item;
import org.jspecify.annotations.Nullable;

/** Makes matches and flows of text. */
final class NotationParser {
    /** A flow's flags by their names, in the order in which they are printed. */
    static final Map<String, Integer> FLAGS = flags();

    private static final Map<String, FlowMod.Command> COMMANDS = commands();

    private static final Set<String> FLOW_KEYS = Set.of(
            "table",
            "priority",
            "cookie",
            "idle_timeout",
            "hard_timeout",
            "importance",
            "out_port",
            "out_group",
            "buffer_id",
            "flags");

    /** What a dump of flows says beside them: it is passed over, so that what was dumped can be added again. */
    private static final Set<String> COUNTED = Set.of("duration", "n_packets", "n_bytes", "idle_age", "hard_age");

    private NotationParser() {}

    private static Map<String, Integer> flags() {
        var flags = new LinkedHashMap<String, Integer>();
        flags.put("send_flow_rem", FlowMod.SEND_FLOW_REMOVED);
        flags.put("check_overlap", FlowMod.CHECK_OVERLAP);
        flags.put("reset_counts", FlowMod.RESET_COUNTS);
        flags.put("no_packet_counts", FlowMod.NO_PACKET_COUNTS);
        flags.put("no_byte_counts", FlowMod.NO_BYTE_COUNTS);
        flags.put("emerg", FlowMod.EMERGENCY);
        return Collections.unmodifiableMap(flags);
    }

    private static Map<String, FlowMod.Command> commands() {
        var commands = new LinkedHashMap<String, FlowMod.Command>();
        for (FlowMod.Command command : FlowMod.Command.values()) {
            commands.put(command.name().toLowerCase(Locale.ROOT), command);
        }
        return commands;
    }

    static Match match(String text) {
        List<Item> items = new NotationScanner(text).all();
        for (Item item : items) {
            if (FLOW_KEYS.contains(item.key()) || FLAGS.containsKey(item.key()) || isActions(item)) {
                throw item.refuse("belongs to a flow; needs a field to match on, such as in_port=1");
            }
        }
        return match(items, said(items));
    }

    static List<Action> actions(String text) {
        return NotationActions.actions(new NotationScanner(text), NotationFields.NONE);
    }

    /** A flow, as {@code ovs-ofctl add-flow} takes it and {@link NotationPrinter#flow} prints it. */
    static FlowMod flow(String text) {
        var in = new NotationScanner(text);
        Item item = in.next();
        if (item != null && item.isWord() && item.keyPart().is("flow_mod")) {
            item = in.next();
        }
        FlowMod.Command command = item != null && item.isWord() ? COMMANDS.get(item.key()) : null;
        FlowMod.Builder flow = command == FlowMod.Command.DELETE || command == FlowMod.Command.DELETE_STRICT
                ? FlowMod.delete()
                : FlowMod.add();
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
            if (isActions(item)) {
                actions = in.restFrom(item.value("=, and the actions"));
            } else if (FLAGS.containsKey(key)) {
                item.requireWord();
                flags |= FLAGS.get(key);
            } else if (FLOW_KEYS.contains(key)) {
                if (!before.add(key)) {
                    throw item.refuse("is there already");
                }
                flags |= setting(flow, key, item);
            } else if (!COUNTED.contains(key)) {
                fields.add(item);
            }
        }
        NotationFields said = said(fields);
        flow.match(match(fields, said)).flags(flags);
        if (actions != null) {
            flow.instructions(NotationActions.instructions(new NotationScanner(actions), said)
                    .toArray(Instruction[]::new));
        } else if (command != FlowMod.Command.DELETE && command != FlowMod.Command.DELETE_STRICT) {
            throw new NotationException(
                    text, text.length() + 1, "needs actions= at the end, actions=drop for a flow that drops");
        }
        return flow.build();
    }

    private static boolean isActions(Item item) {
        return item.keyPart().is("actions") || item.keyPart().is("action");
    }

    /** One of the numbers of a flow. Returns the flags that it sets. */
    private static int setting(FlowMod.Builder flow, String key, Item item) {
        NotationPart value = item.value("a value, such as " + key + "=1");
        switch (key) {
            case "table" -> flow.tableId(value.is("ALL") ? FlowMod.ALL_TABLES : NotationValues.u8(value));
            case "priority" -> flow.priority(NotationValues.u16(value));
            case "cookie" -> {
                int slash = value.indexOf("/");
                flow.cookie(NotationValues.number(slash < 0 ? value : value.part(0, slash), 64));
                NotationPart mask = value.from(slash + 1);
                flow.cookieMask(slash < 0 ? 0 : mask.is("-1") ? -1 : NotationValues.number(mask, 64));
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

    /** What the items say of protocols, wherever they stand. */
    private static NotationFields said(List<Item> items) {
        int etherType = NotationFields.UNKNOWN;
        int protocol = NotationFields.UNKNOWN;
        int packetType = NotationFields.UNKNOWN;
        for (Item item : items) {
            NotationFields words =
                    item.isWord() ? NotationFields.shorthand(item.key()).orElse(null) : null;
            Oxm oxm = words == null ? protocolField(item) : null;
            if (words != null) {
                etherType = agreed(item, "dl_type", etherType, words.etherType());
                protocol = agreed(item, "nw_proto", protocol, words.protocol());
            } else if (oxm != null && oxm.number() == Field.ETH_TYPE.number()) {
                etherType = agreed(item, "dl_type", etherType, (int) oxm.value().toLong());
            } else if (oxm != null && oxm.number() == Field.IP_PROTO.number()) {
                protocol = agreed(item, "nw_proto", protocol, (int) oxm.value().toLong());
            } else if (oxm != null) {
                packetType = NotationFields.NONE.with(oxm).etherType();
            }
        }
        return new NotationFields(etherType == NotationFields.UNKNOWN ? packetType : etherType, protocol);
    }

    /** One of the fields on which others depend, if the item says all of its bits. */
    private static @Nullable Oxm protocolField(Item item) {
        Field field = NotationFields.named(item.key());
        boolean matters = field == Field.ETH_TYPE || field == Field.IP_PROTO || field == Field.PACKET_TYPE;
        if (!matters
                || field == null
                || item.valuePart() == null
                || item.valuePart().is("*")) {
            return null;
        }
        Oxm oxm = NotationOxm.parse(field, item.valuePart(), false);
        return oxm.mask() == null ? oxm : null;
    }

    private static int agreed(Item item, String what, int before, int now) {
        if (before != NotationFields.UNKNOWN && now != NotationFields.UNKNOWN && before != now) {
            String format = what.equals("dl_type") ? "0x%04x" : "%d";
            throw item.refuse(("means %s=" + format + ", but before it stands what means %s=" + format)
                    .formatted(what, now, what, before));
        }
        return now == NotationFields.UNKNOWN ? before : now;
    }

    private static Match match(List<Item> items, NotationFields said) {
        var fields = new Gathered();
        for (Item item : items) {
            NotationFields words =
                    item.isWord() ? NotationFields.shorthand(item.key()).orElse(null) : null;
            if (words != null) {
                fields.add(item, Field.ETH_TYPE, Field.ETH_TYPE.is(words.etherType()));
                if (words.protocol() != NotationFields.UNKNOWN) {
                    fields.add(item, Field.IP_PROTO, Field.IP_PROTO.is(words.protocol()));
                }
                continue;
            }
            if (item.keyPart().startsWith(NotationOxm.AS_IS)) {
                fields.ready.add(NotationOxm.asIs(item.keyPart(), item.value("a value behind =")));
                continue;
            }
            Field field = field(item, said);
            NotationPart value = item.value("a value, such as " + item.keyPart() + "=1");
            if (!value.is("*")) {
                fields.add(item, field, NotationOxm.parse(item.key(), field, value));
            }
        }
        fields.ready.addAll(fields.waiting.values());
        return new Match(fields.ready);
    }

    /** Gathers a match: what depends on a protocol waits until that is said, as a switch wants them in that order. */
    private static final class Gathered {
        private final List<Oxm> ready = new ArrayList<>();
        private final Map<Field, Oxm> waiting = new LinkedHashMap<>();
        private final Map<Field, Oxm> before = new EnumMap<>(Field.class);
        private NotationFields said = NotationFields.NONE;

        void add(Item item, Field field, Oxm oxm) {
            Oxm same = before.putIfAbsent(field, oxm);
            if (same != null) {
                boolean isProtocol = field == Field.ETH_TYPE || field == Field.IP_PROTO;
                if (!isProtocol || !same.equals(oxm)) {
                    throw item.refuse("%s is there already".formatted(same));
                }
            } else if (said.missingFor(field) != null) {
                waiting.put(field, oxm);
            } else {
                ready.add(oxm);
                say(oxm);
            }
        }

        private void say(Oxm oxm) {
            NotationFields now = said.with(oxm);
            if (now.equals(said)) {
                return;
            }
            said = now;
            Oxm protocol = waiting.get(Field.IP_PROTO);
            if (protocol != null && said.missingFor(Field.IP_PROTO) == null) {
                waiting.remove(Field.IP_PROTO);
                ready.add(protocol);
                said = said.with(protocol);
            }
            for (var entries = waiting.entrySet().iterator(); entries.hasNext(); ) {
                Map.Entry<Field, Oxm> entry = entries.next();
                if (said.missingFor(entry.getKey()) == null) {
                    ready.add(entry.getValue());
                    entries.remove();
                }
            }
        }
    }

    /** The field that an item is about. */
    private static Field field(Item item, NotationFields said) {
        String name = item.key();
        Field field = said.field(item.keyPart());
        if (field == null) {
            throw item.refuse("needs the name of a field, such as in_port, dl_type or nw_dst");
        }
        String missing = said.missingFor(field);
        if (missing != null) {
            boolean older = name.equals("nw_src") || name.equals("nw_dst") || name.equals("nw_proto");
            throw item.refuse("needs %s%s beside it".formatted(missing, older ? " or arp" : ""));
        }
        return field;
    }
}
