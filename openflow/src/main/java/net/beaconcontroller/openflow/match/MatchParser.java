package net.beaconcontroller.openflow.match;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.openflow.notation.FlowNotation;
import net.beaconcontroller.openflow.notation.NotationPart;
import net.beaconcontroller.openflow.notation.NotationScanner;
import net.beaconcontroller.openflow.notation.NotationScanner.Item;
import org.jspecify.annotations.Nullable;

/** Parses matches in the notation of {@code ovs-ofctl}. */
public final class MatchParser {
    private MatchParser() {}

    static Match match(String text) {
        List<Item> items = new NotationScanner(text).all();
        for (Item item : items) {
            if (FlowNotation.isNumber(item) || FlowNotation.flag(item) != 0 || FlowNotation.isActions(item)) {
                throw item.refuse("belongs to a flow; needs a field to match on, such as in_port=1");
            }
        }
        return match(items, said(items));
    }

    /** What the items say of protocols, wherever they stand. */
    public static ProtocolContext said(List<Item> items) {
        int etherType = ProtocolContext.UNKNOWN;
        int protocol = ProtocolContext.UNKNOWN;
        int packetType = ProtocolContext.UNKNOWN;
        for (Item item : items) {
            ProtocolContext words =
                    item.isWord() ? ProtocolContext.shorthand(item.key()).orElse(null) : null;
            Oxm oxm = words == null ? protocolField(item) : null;
            if (words != null) {
                etherType = agreed(item, "dl_type", etherType, words.etherType());
                protocol = agreed(item, "nw_proto", protocol, words.protocol());
            } else if (oxm != null && oxm.number() == Field.ETH_TYPE.number()) {
                etherType = agreed(item, "dl_type", etherType, (int) oxm.value().toLong());
            } else if (oxm != null && oxm.number() == Field.IP_PROTO.number()) {
                protocol = agreed(item, "nw_proto", protocol, (int) oxm.value().toLong());
            } else if (oxm != null) {
                packetType = ProtocolContext.NONE.with(oxm).etherType();
            }
        }
        return new ProtocolContext(etherType == ProtocolContext.UNKNOWN ? packetType : etherType, protocol);
    }

    /** One of the fields on which others depend, if the item says all of its bits. */
    private static @Nullable Oxm protocolField(Item item) {
        Field field = ProtocolContext.named(item.key());
        boolean matters = field == Field.ETH_TYPE || field == Field.IP_PROTO || field == Field.PACKET_TYPE;
        if (!matters
                || field == null
                || item.valuePart() == null
                || item.valuePart().is("*")) {
            return null;
        }
        Oxm oxm = OxmNotation.parse(field, item.valuePart(), false);
        return oxm.mask() == null ? oxm : null;
    }

    private static int agreed(Item item, String what, int before, int now) {
        if (before != ProtocolContext.UNKNOWN && now != ProtocolContext.UNKNOWN && before != now) {
            String format = what.equals("dl_type") ? "0x%04x" : "%d";
            throw item.refuse(("means %s=" + format + ", but before it stands what means %s=" + format)
                    .formatted(what, now, what, before));
        }
        return now == ProtocolContext.UNKNOWN ? before : now;
    }

    public static Match match(List<Item> items, ProtocolContext said) {
        var fields = new Gathered();
        for (Item item : items) {
            ProtocolContext words =
                    item.isWord() ? ProtocolContext.shorthand(item.key()).orElse(null) : null;
            if (words != null) {
                fields.add(item, Field.ETH_TYPE, Field.ETH_TYPE.is(words.etherType()));
                if (words.protocol() != ProtocolContext.UNKNOWN) {
                    fields.add(item, Field.IP_PROTO, Field.IP_PROTO.is(words.protocol()));
                }
                continue;
            }
            if (item.keyPart().startsWith(OxmNotation.AS_IS)) {
                fields.ready.add(OxmNotation.asIs(item.keyPart(), item.value("a value behind =")));
                continue;
            }
            Field field = field(item, said);
            NotationPart value = item.value("a value, such as " + item.keyPart() + "=1");
            if (!value.is("*")) {
                fields.add(item, field, OxmNotation.parse(item.key(), field, value));
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
        private ProtocolContext said = ProtocolContext.NONE;

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
            ProtocolContext now = said.with(oxm);
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
    private static Field field(Item item, ProtocolContext said) {
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
