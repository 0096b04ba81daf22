package net.beaconcontroller.openflow.wire;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.wire.FieldLocation.Kind;
import org.jspecify.annotations.Nullable;

/**
 * A visitor that encodes a structure. It fills in a length after it has written the bytes that the length counts. It
 * tells a {@link LocatingWriter} where each field is.
 */
public final class FieldWriter<T> extends FieldVisitor<T> {
    private static final int NONE = -1;

    private final Writer out;
    private final @Nullable LocatingWriter locating;
    private T value;
    private int structure;
    private int lengthAt = NONE;
    private int typeAt = NONE;

    public FieldWriter(T value, Writer out, Version version) {
        super(version);
        this.value = value;
        this.out = out;
        this.locating = out instanceof LocatingWriter writer ? writer : null;
        this.structure = out.length();
    }

    @Override
    public int u8(String name, ToIntFunction<? super T> get) {
        int number = get.applyAsInt(value);
        requireFits(name, number, 0xff);
        out.u8(number);
        located(name, Kind.NUMBER, 1);
        return number;
    }

    @Override
    public int u16(String name, ToIntFunction<? super T> get) {
        int number = get.applyAsInt(value);
        requireFits(name, number, 0xffff);
        out.u16(number);
        located(name, Kind.NUMBER, 2);
        return number;
    }

    @Override
    public long u32(String name, ToLongFunction<? super T> get) {
        return u32(name, Kind.NUMBER, get);
    }

    private long u32(String name, Kind kind, ToLongFunction<? super T> get) {
        long number = get.applyAsLong(value);
        requireFits(name, number, 0xffffffffL);
        out.u32(number);
        located(name, kind, 4);
        return number;
    }

    @Override
    public long u64(String name, ToLongFunction<? super T> get) {
        long number = get.applyAsLong(value);
        out.u64(number);
        located(name, Kind.NUMBER, 8);
        return number;
    }

    @Override
    public long mac(String name, ToLongFunction<? super T> get) {
        long number = get.applyAsLong(value);
        requireFits(name, number, 0xffffffffffffL);
        out.mac(number);
        located(name, Kind.ADDRESS, 6);
        return number;
    }

    @Override
    public long port(String name, ToLongFunction<? super T> get) {
        if (!is10()) {
            return u32(name, Kind.PORT, get);
        }
        long number = get.applyAsLong(value);
        out.u16(PortNumber.narrow(number));
        located(name, Kind.PORT, 2);
        return number;
    }

    @Override
    public String text(String name, int length, Function<? super T, String> get) {
        String text = get.apply(value);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > length) {
            throw new IllegalArgumentException(
                    "%s of %d bytes, needs at most %d: %s".formatted(name, bytes.length, length, text));
        }
        out.append(bytes);
        out.zeros(length - bytes.length);
        located(name, Kind.TEXT, length);
        return text;
    }

    @Override
    public Bytes rest(String name, Function<? super T, Bytes> get) {
        Bytes bytes = get.apply(value);
        out.bytes(bytes);
        located(name, Kind.DATA, bytes.length());
        return bytes;
    }

    @Override
    public void pad(int length) {
        out.zeros(length);
        located("pad", Kind.PADDING, length);
    }

    @Override
    public void padBefore(Function<? super T, List<?>> get) {
        if (!get.apply(value).isEmpty()) {
            padFrom(structure);
        }
    }

    @Override
    public void length(String name) {
        lengthAt = out.length();
        out.u16(0);
        located(name, Kind.LENGTH, 2);
    }

    @Override
    public int lengthAhead(String name) {
        int at = out.length();
        out.u16(0);
        located(name, Kind.LENGTH, 2);
        return at;
    }

    @Override
    public <V> V one(String name, Function<? super T, V> get, StructLayout<V> layout) {
        V part = get.apply(value);
        write(part, layout);
        return part;
    }

    @Override
    public <V> List<V> list(String name, Function<? super T, List<V>> get, StructLayout<V> layout) {
        List<V> parts = get.apply(value);
        for (V part : parts) {
            write(part, layout);
        }
        return parts;
    }

    @Override
    public <V> List<V> list(String name, int ahead, Function<? super T, List<V>> get, StructLayout<V> layout) {
        int start = out.length();
        List<V> parts = list(name, get, layout);
        out.setU16(ahead, out.length() - start);
        return parts;
    }

    private <V> void write(V part, StructLayout<V> layout) {
        T outerValue = value;
        int outerStructure = structure;
        int outerLengthAt = lengthAt;
        FieldWriter<V> writer = self();
        writer.value = part;
        structure = out.length();
        lengthAt = NONE;
        layout.visit(writer);
        if (lengthAt != NONE) {
            out.setU16(lengthAt, out.length() - structure);
        }
        value = outerValue;
        structure = outerStructure;
        lengthAt = outerLengthAt;
    }

    @Override
    protected <E> E enumValue(String name, int length, Function<? super T, E> get, EnumCodec<E> codec) {
        E constant = get.apply(value);
        int wire = codec.wire(constant);
        if (wire < 0) {
            throw new UnsupportedByVersionException(name + " " + constant, version());
        }
        out.bytes(Bytes.ofLong(wire, length));
        located(name, Kind.ENUMERATION, length);
        return constant;
    }

    @Override
    public <V> V value(String name, Function<? super T, V> get, ValueCodec<V> codec) {
        V part = get.apply(value);
        int start = out.length();
        codec.write(part, out, version());
        if (locating != null && codec instanceof TlvCodec<V>) {
            Tlvs.locate(locating, start);
        }
        return part;
    }

    @Override
    public <V> List<V> tlvs(String name, Function<? super T, List<V>> get, TlvCodec<V> codec) {
        List<V> items = get.apply(value);
        Tlvs.write(items, codec, out, version());
        return items;
    }

    @Override
    public T typed(TypeRegistry<T> types) {
        TypeRegistry.@Nullable Entry<T> entry = types.entryOf(value);
        if (entry == null ? !types.isUnknown(value) : !since(entry.since())) {
            throw new UnsupportedByVersionException(value.toString(), version());
        }
        int start = out.length();
        int outerStructure = structure;
        int outerTypeAt = typeAt;
        structure = start;
        typeAt = start;
        out.u16(entry == null ? 0 : entry.type());
        located("type", Kind.TYPE, 2);
        out.u16(0);
        located("length", Kind.LENGTH, 2);
        pad(types.headerLength() - TypeRegistry.HEADER);
        (entry == null ? types.unknownLayout() : entry.layout()).visit(this);
        if (entry == null && types.knows(ByteAccess.getUnsignedShort(out.array(), start), version())) {
            throw new UnsupportedByVersionException(value + ", whose type number has another meaning,", version());
        }
        int end = out.length();
        padFrom(start);
        out.setU16(start + 2, (types.padsInside() ? out.length() : end) - start);
        structure = outerStructure;
        typeAt = outerTypeAt;
        return value;
    }

    @Override
    public int type(ToIntFunction<? super T> get) {
        int type = get.applyAsInt(value);
        out.setU16(typeAt, type);
        return type;
    }

    @Override
    public int absent(String name, ToIntFunction<? super T> get, int defaultValue) {
        requireDefault(name, get.applyAsInt(value) == defaultValue, get.applyAsInt(value));
        return defaultValue;
    }

    @Override
    public long absentLong(String name, ToLongFunction<? super T> get, long defaultValue) {
        requireDefault(name, get.applyAsLong(value) == defaultValue, get.applyAsLong(value));
        return defaultValue;
    }

    @Override
    public <V> V absentValue(String name, Function<? super T, V> get, V defaultValue) {
        requireDefault(name, Objects.equals(get.apply(value), defaultValue), get.apply(value));
        return defaultValue;
    }

    private void requireDefault(String name, boolean isDefault, Object actual) {
        if (!isDefault) {
            throw new UnsupportedByVersionException(name + "=" + actual, version());
        }
    }

    private void padFrom(int start) {
        int end = out.length();
        out.padFrom(start);
        located("pad", Kind.PADDING, out.length() - end);
    }

    /** Records the field that was just written. */
    private void located(String name, Kind kind, int size) {
        if (locating != null) {
            locating.located(name, kind, size);
        }
    }

    private static void requireFits(String name, long number, long most) {
        if ((number & ~most) != 0) {
            throw new IllegalArgumentException("%s=%d, needs 0 to %d".formatted(name, number, most));
        }
    }

    @SuppressWarnings("unchecked")
    private <V> FieldWriter<V> self() {
        return (FieldWriter<V>) this;
    }
}
