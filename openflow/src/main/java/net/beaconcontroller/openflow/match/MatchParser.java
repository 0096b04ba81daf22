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
                throw item.refuse("is a key of a flow; needs a match field, such as in_port=1");
            }
        }
        return match(items, protocols(items));
    }

    /** Returns the Ethernet type and the IP protocol that the items name, in any position. */
    public static ProtocolContext protocols(List<Item> items) {
        int etherType = ProtocolContext.UNKNOWN;
        int protocol = ProtocolContext.UNKNOWN;
        int packetType = ProtocolContext.UNKNOWN;
        for (Item item : items) {
            ProtocolContext keyword =
                    item.isWord() ? ProtocolContext.shorthand(item.key()).orElse(null) : null;
            Oxm oxm = keyword == null ? protocolField(item) : null;
            if (keyword != null) {
                etherType = requireSame(item, "dl_type", etherType, keyword.etherType());
                protocol = requireSame(item, "nw_proto", protocol, keyword.protocol());
            } else if (oxm != null && oxm.number() == Field.ETH_TYPE.number()) {
                etherType = requireSame(
                        item, "dl_type", etherType, (int) oxm.value().toLong());
            } else if (oxm != null && oxm.number() == Field.IP_PROTO.number()) {
                protocol = requireSame(
                        item, "nw_proto", protocol, (int) oxm.value().toLong());
            } else if (oxm != null) {
                packetType = ProtocolContext.NONE.with(oxm).etherType();
            }
        }
        return new ProtocolContext(etherType == ProtocolContext.UNKNOWN ? packetType : etherType, protocol);
    }

    /** Returns the value of a field that other fields depend on, if it has no mask. */
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

    private static int requireSame(Item item, String field, int before, int now) {
        if (before != ProtocolContext.UNKNOWN && now != ProtocolContext.UNKNOWN && before != now) {
            String format = field.equals("dl_type") ? "0x%04x" : "%d";
            throw item.refuse(
                    ("implies %s=" + format + ", which contradicts %s=" + format).formatted(field, now, field, before));
        }
        return now == ProtocolContext.UNKNOWN ? before : now;
    }

    public static Match match(List<Item> items, ProtocolContext protocols) {
        var fields = new Collected();
        for (Item item : items) {
            ProtocolContext keyword =
                    item.isWord() ? ProtocolContext.shorthand(item.key()).orElse(null) : null;
            if (keyword != null) {
                fields.add(item, Field.ETH_TYPE, Field.ETH_TYPE.is(keyword.etherType()));
                if (keyword.protocol() != ProtocolContext.UNKNOWN) {
                    fields.add(item, Field.IP_PROTO, Field.IP_PROTO.is(keyword.protocol()));
                }
                continue;
            }
            if (item.keyPart().startsWith(OxmNotation.AS_IS)) {
                fields.ready.add(OxmNotation.asIs(item.keyPart(), item.value("a value after =")));
                continue;
            }
            Field field = field(item, protocols);
            NotationPart value = item.value("a value, such as " + item.keyPart() + "=1");
            if (!value.is("*")) {
                fields.add(item, field, OxmNotation.parse(item.key(), field, value));
            }
        }
        fields.ready.addAll(fields.waiting.values());
        return new Match(fields.ready);
    }

    /**
     * Collects the fields of a match. A field that depends on a protocol follows the protocol, as OpenFlow requires.
     */
    private static final class Collected {
        private final List<Oxm> ready = new ArrayList<>();
        private final Map<Field, Oxm> waiting = new LinkedHashMap<>();
        private final Map<Field, Oxm> before = new EnumMap<>(Field.class);
        private ProtocolContext protocols = ProtocolContext.NONE;

        void add(Item item, Field field, Oxm oxm) {
            Oxm same = before.putIfAbsent(field, oxm);
            if (same != null) {
                boolean isProtocol = field == Field.ETH_TYPE || field == Field.IP_PROTO;
                if (!isProtocol || !same.equals(oxm)) {
                    throw item.refuse("%s is a duplicate".formatted(same));
                }
            } else if (protocols.missingFor(field) != null) {
                waiting.put(field, oxm);
            } else {
                ready.add(oxm);
                addProtocol(oxm);
            }
        }

        private void addProtocol(Oxm oxm) {
            ProtocolContext now = protocols.with(oxm);
            if (now.equals(protocols)) {
                return;
            }
            protocols = now;
            Oxm protocol = waiting.get(Field.IP_PROTO);
            if (protocol != null && protocols.missingFor(Field.IP_PROTO) == null) {
                waiting.remove(Field.IP_PROTO);
                ready.add(protocol);
                protocols = protocols.with(protocol);
            }
            for (var entries = waiting.entrySet().iterator(); entries.hasNext(); ) {
                Map.Entry<Field, Oxm> entry = entries.next();
                if (protocols.missingFor(entry.getKey()) == null) {
                    ready.add(entry.getValue());
                    entries.remove();
                }
            }
        }
    }

    /** Returns the field that an item names. */
    private static Field field(Item item, ProtocolContext protocols) {
        String name = item.key();
        Field field = protocols.field(item.keyPart());
        if (field == null) {
            throw item.refuse("needs the name of a field, such as in_port, dl_type or nw_dst");
        }
        String missing = protocols.missingFor(field);
        if (missing != null) {
            boolean older = name.equals("nw_src") || name.equals("nw_dst") || name.equals("nw_proto");
            throw item.refuse("needs %s%s in the match".formatted(missing, older ? " or arp" : ""));
        }
        return field;
    }
}
