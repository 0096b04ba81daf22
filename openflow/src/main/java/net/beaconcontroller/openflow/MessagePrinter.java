package net.beaconcontroller.openflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/** Messages in one line each, that reads like {@code ovs-ofctl}'s. */
final class MessagePrinter {
    /** How much of a packet, or of other bytes, is shown. */
    private static final int BYTES_SHOWN = 64;

    private MessagePrinter() {}

    /** The message alone, in whatever version shows it best. */
    static String print(Message message) {
        return print(message, Version.OF15, "", fields(message));
    }

    /** Version and transaction id first. */
    static String print(Envelope envelope) {
        Message message = envelope.message();
        var text = new StringJoiner(" ");
        text.add("OF" + envelope.version()).add("xid=0x%x".formatted(envelope.xid()));
        text.add(print(
                message,
                envelope.version(),
                anyFlags(envelope.flags()),
                fields(message, envelope.version()).orElseGet(() -> fields(message))));
        for (Ignored ignored : envelope.ignored()) {
            text.add("ignored[%d]=%s".formatted(ignored.offset(), cut(ignored.bytes())));
        }
        return text.toString();
    }

    private static String anyFlags(int flags) {
        return ((flags & Envelope.MORE) == 0 ? "" : " more")
                + ((flags & ~Envelope.MORE) == 0 ? "" : " flags=0x%x".formatted(flags & ~Envelope.MORE));
    }

    private static Map<String, Object> fields(Message message) {
        return FieldPrinter.printLatest(message, Messages.layoutOf(message));
    }

    /** As they lie in a version; empty if it cannot be said in it. */
    private static Optional<Map<String, Object>> fields(Message message, Version version) {
        try {
            return Optional.of(FieldPrinter.print(message, Messages.layoutOf(message), version));
        } catch (UnsupportedByVersionException e) {
            return Optional.empty();
        }
    }

    private static String print(Message message, Version version, String flags, Map<String, Object> fields) {
        return switch (message) {
            case FlowMod flow -> NotationPrinter.flow(flow);
            case PacketIn packet -> packetIn(packet, fields);
            case PacketOut packet -> packetOut(packet);
            case FlowRemoved flow -> flowRemoved(flow, fields);
            case ErrorMessage error -> error(error, version);
            case Hello hello -> hello(hello);
            case FlowStats.Request request -> name(message) + flags + filter(request);
            case FlowCounters.Request request -> name(message) + flags + filter(request);
            case AggregateStats.Request request -> name(message) + flags + filter(request);
            case FlowStats.Reply reply -> {
                var flows = new StringJoiner(", ", "[", "]");
                reply.flows().forEach(flow -> flows.add("{" + print(flow) + "}"));
                yield name(message) + flags + " flows=" + flows;
            }
            default -> {
                String text = fields(fields);
                yield name(message) + flags + (text.isEmpty() ? "" : " " + text);
            }
        };
    }

    /** Such as {@code port_mod}, or {@code port_desc reply} for a multipart message. */
    private static String name(Message message) {
        MessageType type = message.type();
        if (message instanceof Opaque) {
            return lower(type);
        }
        return switch (type) {
            case MULTIPART_REQUEST -> lower(Messages.multipartOf(message)) + " request";
            case MULTIPART_REPLY -> lower(Messages.multipartOf(message)) + " reply";
            default -> lower(type);
        };
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String packetIn(PacketIn packet, Map<String, Object> fields) {
        var text = new StringJoiner(" ").add("packet_in");
        addMatch(text, packet.match());
        text.add("total_len=" + packet.totalLength()).add("reason=" + shown(fields, "reason"));
        if (packet.tableId() != 0) {
            text.add("table=" + packet.tableId());
        }
        if (packet.cookie() != -1) {
            text.add("cookie=0x%x".formatted(packet.cookie()));
        }
        addBuffer(text, packet.bufferId());
        return text.add("data=" + cut(packet.data())).toString();
    }

    private static String packetOut(PacketOut packet) {
        var text = new StringJoiner(" ").add("packet_out");
        addMatch(text, packet.match());
        addBuffer(text, packet.bufferId());
        text.add("actions=" + NotationPrinter.actions(packet.actions()));
        return packet.data().length() == 0
                ? text.toString()
                : text.add("data=" + cut(packet.data())).toString();
    }

    private static void addMatch(StringJoiner text, Match match) {
        if (!match.fields().isEmpty()) {
            text.add(match.toString());
        }
    }

    private static void addBuffer(StringJoiner text, long bufferId) {
        if (bufferId != PacketIn.NO_BUFFER) {
            text.add("buffer_id=0x%x".formatted(bufferId));
        }
    }

    private static String flowRemoved(FlowRemoved flow, Map<String, Object> fields) {
        var text = new StringJoiner(" ").add("flow_removed");
        text.add("reason=" + shown(fields, "reason")).add("table=" + flow.tableId());
        if (flow.cookie() != 0) {
            text.add("cookie=0x%x".formatted(flow.cookie()));
        }
        stats(flow.stats()).forEach(text::add);
        NotationPrinter.addTimes(text, flow.idleTimeout(), flow.hardTimeout(), 0);
        text.add("priority=" + flow.priority());
        addMatch(text, flow.match());
        return text.toString();
    }

    /** A flow as {@code ovs-ofctl dump-flows} prints it, without the space before. */
    static String print(FlowStats flow) {
        var text = new StringJoiner(", ");
        text.add("cookie=0x%x".formatted(flow.cookie()));
        List<String> stats = stats(flow.stats());
        boolean timed = !stats.isEmpty() && stats.getFirst().startsWith("duration=");
        if (timed) {
            text.add(stats.getFirst());
        }
        text.add("table=" + flow.tableId());
        stats.subList(timed ? 1 : 0, stats.size()).forEach(text::add);
        NotationPrinter.addTimes(text, flow.idleTimeout(), flow.hardTimeout(), flow.importance());
        NotationPrinter.addFlags(text, flow.flags());
        String match = flow.match().toString();
        text.add("priority=" + flow.priority() + (match.isEmpty() ? "" : "," + match) + " actions="
                + NotationPrinter.instructions(flow.instructions()));
        return text.toString();
    }

    /** What was counted; a count of all ones is one that is not told. */
    private static List<String> stats(Stats stats) {
        var text = new ArrayList<String>();
        for (Oxs oxs : stats.values()) {
            long value = oxs.value().toLong();
            boolean basic = oxs.oxsClass() == Oxs.BASIC;
            if (basic && (oxs.number() == Oxs.DURATION || oxs.number() == Oxs.IDLE_TIME)) {
                text.add(oxs.name() + "=" + NotationPrinter.time(value >>> 32, value & 0xffffffffL));
            } else if (basic && (oxs.number() == Oxs.PACKET_COUNT || oxs.number() == Oxs.BYTE_COUNT)) {
                if (value != Stats.UNKNOWN) {
                    String name = oxs.number() == Oxs.PACKET_COUNT ? "n_packets" : "n_bytes";
                    text.add(name + "=" + Long.toUnsignedString(value));
                }
            } else {
                text.add(oxs.toString());
            }
        }
        return text;
    }

    private static String filter(FlowFilter filter) {
        var text = new StringJoiner(" ", " ", "").setEmptyValue("");
        if (filter.tableId() != FlowMod.ALL_TABLES) {
            text.add("table=" + filter.tableId());
        }
        if (filter.cookie() != 0 || filter.cookieMask() != 0) {
            text.add("cookie=0x%x/0x%x".formatted(filter.cookie(), filter.cookieMask()));
        }
        if (filter.outPort() != PortNumber.ANY) {
            text.add("out_port=" + PortNumber.toString(filter.outPort()));
        }
        if (filter.outGroup() != FlowMod.ANY_GROUP) {
            text.add("out_group=" + Names.GROUP.print(filter.outGroup()));
        }
        addMatch(text, filter.match());
        return text.toString();
    }

    private static String error(ErrorMessage error, Version version) {
        return "error " + error.name(version) + (error.data().length() == 0 ? "" : " data=" + cut(error.data()));
    }

    private static String hello(Hello hello) {
        var text = new StringJoiner(" ").add("hello");
        for (Hello.Element element : hello.elements()) {
            text.add(
                    element.type() == 1
                            ? "versions=" + versions(element.value())
                            : "element_%d=%s".formatted(element.type(), cut(element.value())));
        }
        return hello.rest().length() == 0
                ? text.toString()
                : text.add("body=" + cut(hello.rest())).toString();
    }

    /** The versions of a bitmap by their numbers, or by their header byte if they are not known. */
    private static String versions(Bytes bitmap) {
        var text = new StringJoiner(",");
        for (int wire = 0; wire < 8 * bitmap.length(); wire++) {
            if (Hello.hasBit(bitmap, wire)) {
                int unknown = wire;
                text.add(Version.ofWire(wire).map(Version::toString).orElseGet(() -> "0x%02x".formatted(unknown)));
            }
        }
        return text.toString();
    }

    /** Structures of a message that has no form of its own: each field with its name; empty lists say nothing. */
    private static String fields(Map<?, ?> fields) {
        var text = new StringJoiner(" ");
        fields.forEach((name, value) -> {
            String shown = field(value);
            if (value instanceof FieldPrinter.Shown shownMatch && shownMatch.forPrograms() instanceof List<?>) {
                // it is the match, which names its fields itself
                if (!shown.isEmpty()) {
                    text.add(shown);
                }
            } else if (name.equals("actions") && value instanceof List<?> list) {
                text.add("actions=" + (list.isEmpty() ? "drop" : joined(list, ",")));
            } else if (!(value instanceof List<?> list && list.isEmpty())) {
                text.add(name + "=" + shown);
            }
        });
        return text.toString();
    }

    private static String shown(Map<String, Object> fields, String name) {
        Object value = fields.get(name);
        return value == null ? "" : field(value);
    }

    private static String field(Object value) {
        return switch (value) {
            case FieldPrinter.Shown shown -> shown.forPeople();
            case Map<?, ?> map -> "{" + fields(map) + "}";
            case List<?> list -> "[" + joined(list, ", ") + "]";
            case Envelope message -> "(" + message + ")";
            default -> value.toString();
        };
    }

    private static String joined(List<?> list, String separator) {
        var text = new StringJoiner(separator);
        list.forEach(item -> text.add(field(item)));
        return text.toString();
    }

    /** Hexadecimal digits; of many bytes the first, and how many there are. */
    static String cut(Bytes bytes) {
        if (bytes.length() <= BYTES_SHOWN) {
            return bytes.toString();
        }
        return Bytes.of(bytes.toArray(), 0, BYTES_SHOWN) + "...(%d bytes)".formatted(bytes.length());
    }

    /** MessagePrinter from the wire, in quotes if it would not be one plain word without. */
    static String quoted(String text) {
        boolean plain =
                !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c < 0x7f && "\"'\\,=()[]{}".indexOf(c) < 0);
        if (plain) {
            return text;
        }
        var quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (Character.isISOControl(c)
                    || Character.getType(c) == Character.FORMAT
                    || c == 0x2028
                    || c == 0x2029) {
                quoted.append("\\u%04x".formatted(c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }
}
