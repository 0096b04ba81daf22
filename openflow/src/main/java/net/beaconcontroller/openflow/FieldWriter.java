package net.beaconcontroller.openflow;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import net.beaconcontroller.common.ByteAccess;
import org.jspecify.annotations.Nullable;

/** The walk that makes bytes of values. Lengths are filled in when what they count has been written. */
final class FieldWriter<T> extends FieldVisitor<T> {
    private static final int NONE = -1;

    private final Writer out;
    private T value;
    private int structure;
    private int lengthAt = NONE;
    private int typeAt = NONE;

    FieldWriter(T value, Writer out, Version version) {
        super(version);
        this.value = value;
        this.out = out;
        this.structure = out.length();
    }

    @Override
    int u8(String name, ToIntFunction<? super T> get) {
        int number = get.applyAsInt(value);
        requireFits(name, number, 0xff);
        out.u8(number);
        return number;
    }

    @Override
    int u16(String name, ToIntFunction<? super T> get) {
        int number = get.applyAsInt(value);
        requireFits(name, number, 0xffff);
        out.u16(number);
        return number;
    }

    @Override
    long u32(String name, ToLongFunction<? super T> get) {
        long number = get.applyAsLong(value);
        requireFits(name, number, 0xffffffffL);
        out.u32(number);
        return number;
    }

    @Override
    long u64(String name, ToLongFunction<? super T> get) {
        long number = get.applyAsLong(value);
        out.u64(number);
        return number;
    }

    @Override
    long mac(String name, ToLongFunction<? super T> get) {
        long number = get.applyAsLong(value);
        requireFits(name, number, 0xffffffffffffL);
        out.mac(number);
        return number;
    }

    @Override
    long port(String name, ToLongFunction<? super T> get) {
        if (!is10()) {
            return u32(name, get);
        }
        long number = get.applyAsLong(value);
        out.u16(PortNumber.narrow(number));
        return number;
    }

    @Override
    String text(String name, int length, Function<? super T, String> get) {
        String text = get.apply(value);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > length) {
            throw new IllegalArgumentException(
                    "%s of %d bytes, needs at most %d: %s".formatted(name, bytes.length, length, text));
        }
        out.bytes(bytes);
        out.zeros(length - bytes.length);
        return text;
    }

    @Override
    Bytes rest(String name, Function<? super T, Bytes> get) {
        Bytes bytes = get.apply(value);
        out.bytes(bytes);
        return bytes;
    }

    @Override
    void pad(int length) {
        out.zeros(length);
    }

    @Override
    void padBefore(Function<? super T, List<?>> get) {
        if (!get.apply(value).isEmpty()) {
            out.padFrom(structure);
        }
    }

    @Override
    void length(String name) {
        lengthAt = out.length();
        out.u16(0);
    }

    @Override
    int lengthAhead(String name) {
        int at = out.length();
        out.u16(0);
        return at;
    }

    @Override
    <V> V one(String name, Function<? super T, V> get, StructLayout<V> layout) {
        V part = get.apply(value);
        write(part, layout);
        return part;
    }

    @Override
    <V> List<V> list(String name, Function<? super T, List<V>> get, StructLayout<V> layout) {
        List<V> parts = get.apply(value);
        for (V part : parts) {
            write(part, layout);
        }
        return parts;
    }

    @Override
    <V> List<V> list(String name, int ahead, Function<? super T, List<V>> get, StructLayout<V> layout) {
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
    <E> E choice8(String name, Function<? super T, E> get, EnumCodec<E> choice) {
        E chosen = get.apply(value);
        out.u8(wire(name, chosen, choice));
        return chosen;
    }

    @Override
    <E> E choice16(String name, Function<? super T, E> get, EnumCodec<E> choice) {
        E chosen = get.apply(value);
        out.u16(wire(name, chosen, choice));
        return chosen;
    }

    @Override
    <E> E choice32(String name, Function<? super T, E> get, EnumCodec<E> choice) {
        E chosen = get.apply(value);
        out.u32(wire(name, chosen, choice));
        return chosen;
    }

    private <E> int wire(String name, E chosen, EnumCodec<E> choice) {
        int wire = choice.wire(chosen);
        if (wire < 0) {
            throw new UnsupportedByVersionException(name + " " + chosen, version);
        }
        return wire;
    }

    @Override
    Match match(Function<? super T, Match> get) {
        Match match = get.apply(value);
        match.write(out, version);
        return match;
    }

    @Override
    Oxm oxm() {
        Oxm oxm = (Oxm) value;
        oxm.write(out);
        return oxm;
    }

    @Override
    Oxs oxs() {
        Oxs oxs = (Oxs) value;
        oxs.write(out);
        return oxs;
    }

    @Override
    Envelope message(String name, Function<? super T, Envelope> get) {
        Envelope message = get.apply(value);
        message.write(out);
        return message;
    }

    @Override
    T kind(TypeRegistry<T> kinds) {
        TypeRegistry.@Nullable Kind<T> kind = kinds.kindOf(value);
        if (kind == null ? !kinds.isOther(value) : !since(kind.since())) {
            throw new UnsupportedByVersionException(value.toString(), version);
        }
        int start = out.length();
        int outerStructure = structure;
        int outerTypeAt = typeAt;
        structure = start;
        typeAt = start;
        out.u16(kind == null ? 0 : kind.type());
        out.u16(0);
        out.zeros(kinds.headerLength() - TypeRegistry.HEADER);
        (kind == null ? kinds.otherLayout() : kind.layout()).visit(this);
        if (kind == null && kinds.knows(ByteAccess.getUnsignedShort(out.array(), start), version)) {
            throw new UnsupportedByVersionException(value + ", of a type that means something else,", version);
        }
        int end = out.length();
        out.padFrom(start);
        out.setU16(start + 2, (kinds.padsInside() ? out.length() : end) - start);
        structure = outerStructure;
        typeAt = outerTypeAt;
        return value;
    }

    @Override
    int type(ToIntFunction<? super T> get) {
        int type = get.applyAsInt(value);
        out.setU16(typeAt, type);
        return type;
    }

    @Override
    int unsaid(String name, ToIntFunction<? super T> get, int silent) {
        requireSilent(name, get.applyAsInt(value) == silent, get.applyAsInt(value));
        return silent;
    }

    @Override
    long unsaidLong(String name, ToLongFunction<? super T> get, long silent) {
        requireSilent(name, get.applyAsLong(value) == silent, get.applyAsLong(value));
        return silent;
    }

    @Override
    <V> V unsaidValue(String name, Function<? super T, V> get, V silent) {
        requireSilent(name, Objects.equals(get.apply(value), silent), get.apply(value));
        return silent;
    }

    private void requireSilent(String name, boolean silent, Object said) {
        if (!silent) {
            throw new UnsupportedByVersionException(name + "=" + said, version);
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
