package net.beaconcontroller.openflow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import net.beaconcontroller.common.MacAddress;
import org.jspecify.annotations.Nullable;

/**
 * The walk that makes something to look at: the fields by name, in their order. FieldVisitor that the version does not have are left
 * out, unless they say something, so that nothing is hidden.
 */
final class FieldPrinter<T> extends FieldVisitor<T> {
    /** A value in both forms that it is shown in. */
    record Shown(Object forPrograms, String forPeople) {}

    private static final Names DECIMAL = Names.ofValues();
    private static final List<Version> LATEST_FIRST = List.of(Version.values()).reversed();

    private final T value;
    private final Map<String, Object> shown = new LinkedHashMap<>();
    private Names names = DECIMAL;

    /** How much the value says that the version has no field for; structures count twice, they are shown as they are. */
    private int unsaid;

    private FieldPrinter(T value, Version version) {
        super(version);
        this.value = value;
    }

    /** The fields by name: {@link Shown} values, maps for structures, {@link Envelope}s for messages, and lists. */
    static <V> Map<String, Object> print(V value, StructLayout<V> layout, Version version) {
        var printer = new FieldPrinter<>(value, version);
        layout.visit(printer);
        return printer.shown;
    }

    /** The same in the version that has fields for the most of it: for all, as a rule, and the latest such. */
    static <V> Map<String, Object> printLatest(V value, StructLayout<V> layout) {
        FieldPrinter<V> best = null;
        for (Version version : LATEST_FIRST) {
            var printer = new FieldPrinter<>(value, version);
            try {
                layout.visit(printer);
            } catch (UnsupportedByVersionException e) {
                continue;
            }
            if (best == null || printer.unsaid < best.unsaid) {
                best = printer;
            }
            if (best.unsaid == 0) {
                break;
            }
        }
        return best == null ? Map.of() : best.shown;
    }

    @Override
    FieldVisitor<T> as(Names next) {
        names = next;
        return this;
    }

    private void show(String name, Object forPrograms, String forPeople) {
        shown.put(name, new Shown(forPrograms, forPeople));
        names = DECIMAL;
    }

    private void show(String name, long number) {
        show(name, number, names.print(number));
    }

    @Override
    int u8(String name, ToIntFunction<? super T> get) {
        return u16(name, get);
    }

    @Override
    int u16(String name, ToIntFunction<? super T> get) {
        int number = get.applyAsInt(value);
        show(name, number);
        return number;
    }

    @Override
    long u32(String name, ToLongFunction<? super T> get) {
        long number = get.applyAsLong(value);
        show(name, number);
        return number;
    }

    @Override
    long u64(String name, ToLongFunction<? super T> get) {
        long number = get.applyAsLong(value);
        show(name, Notation.unsigned(number), names.print(number));
        return number;
    }

    @Override
    long mac(String name, ToLongFunction<? super T> get) {
        long number = get.applyAsLong(value);
        String text = MacAddress.toString(number);
        show(name, text, text);
        return number;
    }

    @Override
    long port(String name, ToLongFunction<? super T> get) {
        long number = get.applyAsLong(value);
        show(name, number, PortNumber.toString(number));
        return number;
    }

    @Override
    String text(String name, int length, Function<? super T, String> get) {
        String text = get.apply(value);
        show(name, text, MessagePrinter.quoted(text));
        return text;
    }

    @Override
    Bytes rest(String name, Function<? super T, Bytes> get) {
        Bytes bytes = get.apply(value);
        show(name, bytes.toString(), MessagePrinter.cut(bytes));
        return bytes;
    }

    @Override
    void pad(int length) {}

    @Override
    void padBefore(Function<? super T, List<?>> get) {}

    @Override
    void length(String name) {}

    @Override
    int lengthAhead(String name) {
        return 0;
    }

    @Override
    <V> V one(String name, Function<? super T, V> get, StructLayout<V> layout) {
        V part = get.apply(value);
        shown.put(name, part(part, layout));
        return part;
    }

    @Override
    <V> List<V> list(String name, Function<? super T, List<V>> get, StructLayout<V> layout) {
        List<V> parts = get.apply(value);
        var list = new ArrayList<>(parts.size());
        for (V part : parts) {
            list.add(part(part, layout));
        }
        shown.put(name, list);
        return parts;
    }

    @Override
    <V> List<V> list(String name, int ahead, Function<? super T, List<V>> get, StructLayout<V> layout) {
        return list(name, get, layout);
    }

    private <V> Object part(V part, StructLayout<V> layout) {
        var printer = new FieldPrinter<>(part, version);
        layout.visit(printer);
        unsaid += printer.unsaid;
        Map<String, Object> fields = printer.shown;
        return switch (part) {
            case Oxm _, Oxs _, Action _, Instruction _ -> new Shown(forPrograms(fields), part.toString());
            default -> fields;
        };
    }

    @Override
    <E> E choice8(String name, Function<? super T, E> get, EnumCodec<E> choice) {
        E chosen = get.apply(value);
        show(name, choice.wire(chosen), chosen.toString());
        return chosen;
    }

    @Override
    <E> E choice16(String name, Function<? super T, E> get, EnumCodec<E> choice) {
        return choice8(name, get, choice);
    }

    @Override
    <E> E choice32(String name, Function<? super T, E> get, EnumCodec<E> choice) {
        return choice8(name, get, choice);
    }

    @Override
    Match match(Function<? super T, Match> get) {
        Match match = get.apply(value);
        var fields = new ArrayList<>();
        for (Oxm oxm : match.fields()) {
            fields.add(forPrograms(print(oxm, Oxm.LAYOUT, version)));
        }
        show("match", fields, match.toString());
        return match;
    }

    @Override
    Oxm oxm() {
        Oxm oxm = (Oxm) value;
        shown.put("field", new Shown(oxm.specificationName(), oxm.name()));
        if (oxm.oxmClass() == Oxm.EXPERIMENTER) {
            shown.put("experimenter", new Shown(oxm.experimenter(), Names.HEX.print(oxm.experimenter())));
        }
        shown.put(
                "value", new Shown(Notation.plain(oxm, oxm.value()), oxm.value().toString()));
        if (oxm.mask() != null) {
            shown.put(
                    "mask",
                    new Shown(Notation.plain(oxm, oxm.mask()), oxm.mask().toString()));
        }
        return oxm;
    }

    @Override
    Oxs oxs() {
        Oxs oxs = (Oxs) value;
        shown.put("statistic", new Shown(oxs.name(), oxs.name()));
        shown.put("value", new Shown(oxs.value().toString(), oxs.value().toString()));
        return oxs;
    }

    @Override
    Envelope message(String name, Function<? super T, Envelope> get) {
        Envelope message = get.apply(value);
        shown.put(name, message);
        return message;
    }

    @Override
    T kind(TypeRegistry<T> kinds) {
        TypeRegistry.@Nullable Kind<T> kind = kinds.kindOf(value);
        if (kind == null && !kinds.isOther(value)) {
            shown.put("type", new Shown(value.toString(), value.toString()));
            unsaid += 2;
            return value;
        }
        if (kind != null) {
            shown.put("type", new Shown(kind.name(), kind.name().toLowerCase(Locale.ROOT)));
        }
        (kind == null ? kinds.otherLayout() : kind.layout()).visit(this);
        return value;
    }

    @Override
    int type(ToIntFunction<? super T> get) {
        int type = get.applyAsInt(value);
        shown.putIfAbsent("type", new Shown(type, Integer.toString(type)));
        return type;
    }

    @Override
    int unsaid(String name, ToIntFunction<? super T> get, int silent) {
        return (int) unsaidLong(name, get::applyAsInt, silent);
    }

    @Override
    long unsaidLong(String name, ToLongFunction<? super T> get, long silent) {
        long number = get.applyAsLong(value);
        if (number != silent) {
            show(name, number);
            unsaid++;
        }
        names = DECIMAL;
        return number;
    }

    @Override
    <V> V unsaidValue(String name, Function<? super T, V> get, V silent) {
        V said = get.apply(value);
        if (!Objects.equals(said, silent)) {
            show(name, said.toString(), MessagePrinter.quoted(said.toString()));
            unsaid += 2;
        }
        return said;
    }

    /** The same without what is for people. */
    static Object forPrograms(Object shown) {
        return switch (shown) {
            case Shown s -> s.forPrograms;
            case Envelope message -> message.fields();
            case List<?> list -> list.stream().map(FieldPrinter::forPrograms).toList();
            case Map<?, ?> map -> {
                var plain = new LinkedHashMap<String, Object>();
                map.forEach((name, field) -> plain.put((String) name, forPrograms(field)));
                yield plain;
            }
            default -> shown;
        };
    }
}
