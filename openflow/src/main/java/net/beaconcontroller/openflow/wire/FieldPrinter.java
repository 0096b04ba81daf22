package net.beaconcontroller.openflow.wire;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.notation.NotationValues;
import org.jspecify.annotations.Nullable;

/**
 * A visitor that prints a structure: the names and values of its fields, in wire order. It omits a field that the
 * version does not have, unless the field has another value than the default.
 */
public final class FieldPrinter<T> extends FieldVisitor<T> {
    private static final Names DECIMAL = Names.ofValues();
    private static final List<Version> LATEST_FIRST = List.of(Version.values()).reversed();

    private final T value;
    private final Map<String, Object> printed = new LinkedHashMap<>();
    private Names names = DECIMAL;

    /** The number of values that the version cannot express. Structures count twice. */
    private int absent;

    private FieldPrinter(T value, Version version) {
        super(version);
        this.value = value;
    }

    /** Returns the fields by name: {@link PrintedValue}s, maps for structures, and lists. */
    private static <V> Map<String, Object> fields(V value, StructLayout<V> layout, Version version) {
        var printer = new FieldPrinter<>(value, version);
        layout.visit(printer);
        return printer.printed;
    }

    /** Returns the fields in the latest of the versions that can express most of the value. */
    private static <V> Map<String, Object> fields(V value, StructLayout<V> layout) {
        FieldPrinter<V> best = null;
        for (Version version : LATEST_FIRST) {
            var printer = new FieldPrinter<>(value, version);
            try {
                layout.visit(printer);
            } catch (UnsupportedByVersionException e) {
                continue;
            }
            if (best == null || printer.absent < best.absent) {
                best = printer;
            }
            if (best.absent == 0) {
                break;
            }
        }
        return best == null ? Map.of() : best.printed;
    }

    /**
     * Returns the fields by name: numbers, strings, lists, and maps for structures.
     *
     * @throws UnsupportedByVersionException if the version cannot express the value
     */
    public static <V> Map<String, Object> forPrograms(V value, StructLayout<V> layout, Version version) {
        var plain = new LinkedHashMap<String, Object>();
        fields(value, layout, version).forEach((name, field) -> plain.put(name, forPrograms(field)));
        return plain;
    }

    private static Object forPrograms(Object printed) {
        return switch (printed) {
            case PrintedValue p -> p.forPrograms();
            case List<?> list -> list.stream().map(FieldPrinter::forPrograms).toList();
            case Map<?, ?> map -> {
                var plain = new LinkedHashMap<String, Object>();
                map.forEach((name, field) -> plain.put((String) name, forPrograms(field)));
                yield plain;
            }
            default -> printed;
        };
    }

    /**
     * Returns the fields as text, such as {@code port_no=1 config=0x0}, without empty lists.
     *
     * @param version null for the latest version that can express most of the value
     */
    public static <V> String forPeople(V value, StructLayout<V> layout, @Nullable Version version) {
        try {
            return text(version == null ? fields(value, layout) : fields(value, layout, version));
        } catch (UnsupportedByVersionException e) {
            return text(fields(value, layout));
        }
    }

    private static String text(Map<?, ?> fields) {
        var text = new StringJoiner(" ");
        fields.forEach((name, value) -> {
            String field = fieldText(value);
            if (value instanceof PrintedValue p && p.forPrograms() instanceof List<?>) {
                // A match, whose text contains the names of its fields.
                if (!field.isEmpty()) {
                    text.add(field);
                }
            } else if (name.equals("actions") && value instanceof List<?> list) {
                text.add("actions=" + (list.isEmpty() ? "drop" : joined(list, ",")));
            } else if (!(value instanceof List<?> list && list.isEmpty())) {
                text.add(name + "=" + field);
            }
        });
        return text.toString();
    }

    private static String fieldText(Object value) {
        return switch (value) {
            case PrintedValue printed -> printed.forPeople();
            case Map<?, ?> map -> "{" + text(map) + "}";
            case List<?> list -> "[" + joined(list, ", ") + "]";
            default -> value.toString();
        };
    }

    private static String joined(List<?> list, String separator) {
        return list.stream().map(FieldPrinter::fieldText).collect(Collectors.joining(separator));
    }

    /** Returns text from the wire, in quotes unless it is one printable word without punctuation. */
    private static String quoted(String text) {
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

    @Override
    public FieldVisitor<T> as(Names next) {
        names = next;
        return this;
    }

    private void put(String name, Object forPrograms, String forPeople) {
        printed.put(name, new PrintedValue(forPrograms, forPeople));
        names = DECIMAL;
    }

    private void put(String name, long number) {
        put(name, number, names.print(number));
    }

    @Override
    public int u8(String name, ToIntFunction<? super T> get) {
        return u16(name, get);
    }

    @Override
    public int u16(String name, ToIntFunction<? super T> get) {
        int number = get.applyAsInt(value);
        put(name, number);
        return number;
    }

    @Override
    public long u32(String name, ToLongFunction<? super T> get) {
        long number = get.applyAsLong(value);
        put(name, number);
        return number;
    }

    @Override
    public long u64(String name, ToLongFunction<? super T> get) {
        long number = get.applyAsLong(value);
        put(name, NotationValues.unsigned(number), names.print(number));
        return number;
    }

    @Override
    public long mac(String name, ToLongFunction<? super T> get) {
        long number = get.applyAsLong(value);
        String text = MacAddress.toString(number);
        put(name, text, text);
        return number;
    }

    @Override
    public long port(String name, ToLongFunction<? super T> get) {
        long number = get.applyAsLong(value);
        put(name, number, PortNumber.toString(number));
        return number;
    }

    @Override
    public String text(String name, int length, Function<? super T, String> get) {
        String text = get.apply(value);
        put(name, text, quoted(text));
        return text;
    }

    @Override
    public Bytes rest(String name, Function<? super T, Bytes> get) {
        Bytes bytes = get.apply(value);
        put(name, bytes.toString(), bytes.abbreviated());
        return bytes;
    }

    @Override
    public void pad(int length) {}

    @Override
    public void padBefore(Function<? super T, List<?>> get) {}

    @Override
    public void length(String name) {}

    @Override
    public int lengthAhead(String name) {
        return 0;
    }

    @Override
    public <V> V one(String name, Function<? super T, V> get, StructLayout<V> layout) {
        V part = get.apply(value);
        printed.put(name, part(part, layout));
        return part;
    }

    @Override
    public <V> List<V> list(String name, Function<? super T, List<V>> get, StructLayout<V> layout) {
        List<V> parts = get.apply(value);
        printed.put(name, parts.stream().map(part -> part(part, layout)).toList());
        return parts;
    }

    @Override
    public <V> List<V> list(String name, int ahead, Function<? super T, List<V>> get, StructLayout<V> layout) {
        return list(name, get, layout);
    }

    private <V> Object part(V part, StructLayout<V> layout) {
        var printer = new FieldPrinter<>(part, version());
        layout.visit(printer);
        absent += printer.absent;
        return layout.hasNotation() ? new PrintedValue(forPrograms(printer.printed), part.toString()) : printer.printed;
    }

    @Override
    public <V> V value(String name, Function<? super T, V> get, ValueCodec<V> codec) {
        V part = get.apply(value);
        printed.put(name, codec.print(part));
        return part;
    }

    @Override
    public <V> List<V> tlvs(String name, Function<? super T, List<V>> get, TlvCodec<V> codec) {
        List<V> items = get.apply(value);
        printed.put(name, items.stream().map(codec::print).toList());
        return items;
    }

    @Override
    protected <E> E enumValue(String name, int length, Function<? super T, E> get, EnumCodec<E> codec) {
        E constant = get.apply(value);
        put(name, codec.wire(constant), constant.toString());
        return constant;
    }

    @Override
    public T typed(TypeRegistry<T> types) {
        TypeRegistry.@Nullable Entry<T> entry = types.entryOf(value);
        if (entry == null && !types.isUnknown(value)) {
            printed.put("type", new PrintedValue(value.toString(), value.toString()));
            absent += 2;
            return value;
        }
        if (entry != null) {
            printed.put("type", new PrintedValue(entry.name(), entry.name().toLowerCase(Locale.ROOT)));
        }
        (entry == null ? types.unknownLayout() : entry.layout()).visit(this);
        return value;
    }

    @Override
    public int type(ToIntFunction<? super T> get) {
        int type = get.applyAsInt(value);
        printed.putIfAbsent("type", new PrintedValue(type, Integer.toString(type)));
        return type;
    }

    @Override
    public int absent(String name, ToIntFunction<? super T> get, int defaultValue) {
        return (int) absentLong(name, get::applyAsInt, defaultValue);
    }

    @Override
    public long absentLong(String name, ToLongFunction<? super T> get, long defaultValue) {
        long number = get.applyAsLong(value);
        if (number != defaultValue) {
            put(name, number);
            absent++;
        }
        names = DECIMAL;
        return number;
    }

    @Override
    public <V> V absentValue(String name, Function<? super T, V> get, V defaultValue) {
        V actual = get.apply(value);
        if (!Objects.equals(actual, defaultValue)) {
            put(name, actual.toString(), quoted(actual.toString()));
            absent += 2;
        }
        return actual;
    }
}
