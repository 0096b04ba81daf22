package net.beaconcontroller.openflow.wire;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Version;

/**
 * A visitor of the fields of a structure, in wire order. The {@link StructLayout} of a structure calls one method per
 * field: {@link FieldReader} decodes the fields, {@link FieldWriter} encodes them and {@link FieldPrinter} prints them.
 * Each method takes the name of the field, for errors and for printing, and the accessor of the field, and returns the
 * value.
 *
 * <p>Names are those of the specification. Unsigned numbers are in the next larger Java type.
 *
 * @param <T> the structure
 */
public abstract class FieldVisitor<T> {
    private final Version version;

    protected FieldVisitor(Version version) {
        this.version = version;
    }

    /** Returns the version of the message. */
    public final Version version() {
        return version;
    }

    /** Returns whether the version of the message is the given one or a later one. */
    public final boolean since(Version first) {
        return version.isAtLeast(first);
    }

    public final boolean is10() {
        return version == Version.OF10;
    }

    public abstract int u8(String name, ToIntFunction<? super T> get);

    public abstract int u16(String name, ToIntFunction<? super T> get);

    public abstract long u32(String name, ToLongFunction<? super T> get);

    public abstract long u64(String name, ToLongFunction<? super T> get);

    /** An Ethernet address, in the low 48 bits. */
    public abstract long mac(String name, ToLongFunction<? super T> get);

    /** A port number, 16 bits in OpenFlow 1.0 and 32 bits later. */
    public abstract long port(String name, ToLongFunction<? super T> get);

    /** Text in a field of fixed length, which ends at the first zero byte or fills the field. */
    public abstract String text(String name, int length, Function<? super T, String> get);

    /** The remaining bytes of the enclosing structure. */
    public abstract Bytes rest(String name, Function<? super T, Bytes> get);

    /** Padding. */
    public abstract void pad(int length);

    /** Padding after a number. Returns the number, so that a field can be visited together with its padding. */
    public final int padAfter(int number, int length) {
        pad(length);
        return number;
    }

    /** Padding after a number. Returns the number. */
    public final long padAfter(long number, int length) {
        pad(length);
        return number;
    }

    /** The 16-bit length of the enclosing structure, which ends there. */
    public abstract void length(String name);

    /** The 16-bit length of a later list of the structure, for {@link #list(String, int, Function, StructLayout)}. */
    public abstract int lengthAhead(String name);

    /** Sets the error code with which a wrong length in this structure is refused. */
    public void refuseLengthsAs(ErrorCode refusal) {}

    /** Returns whether the message ends here, as the peer left out the fields that an earlier version does not have. */
    public boolean endsEarly() {
        return false;
    }

    /** A nested structure. */
    public abstract <V> V one(String name, Function<? super T, V> get, StructLayout<V> layout);

    /** A nested structure with its own codec. */
    public abstract <V> V value(String name, Function<? super T, V> get, ValueCodec<V> codec);

    /** Structures up to the end of the enclosing structure. */
    public abstract <V> List<V> list(String name, Function<? super T, List<V>> get, StructLayout<V> layout);

    /**
     * Structures in a list of known length.
     *
     * @param ahead the result of {@link #lengthAhead}
     */
    public abstract <V> List<V> list(String name, int ahead, Function<? super T, List<V>> get, StructLayout<V> layout);

    /** TLVs up to the end of the enclosing structure. */
    public abstract <V> List<V> tlvs(String name, Function<? super T, List<V>> get, TlvCodec<V> codec);

    /** An enumerated value in 8 bits. */
    public final <E> E enum8(String name, Function<? super T, E> get, EnumCodec<E> codec) {
        return enumValue(name, 1, get, codec);
    }

    /** An enumerated value in 16 bits. */
    public final <E> E enum16(String name, Function<? super T, E> get, EnumCodec<E> codec) {
        return enumValue(name, 2, get, codec);
    }

    /** An enumerated value in 32 bits. */
    public final <E> E enum32(String name, Function<? super T, E> get, EnumCodec<E> codec) {
        return enumValue(name, 4, get, codec);
    }

    /**
     * An enumerated value.
     *
     * @param length the length of the field in bytes: 1, 2 or 4
     */
    protected abstract <E> E enumValue(String name, int length, Function<? super T, E> get, EnumCodec<E> codec);

    /** An item that begins with its type and its length. */
    public abstract T typed(TypeRegistry<T> types);

    /** The type number of the item that is visited, for an item that stores it. */
    public abstract int type(ToIntFunction<? super T> get);

    /** Padding to a multiple of eight bytes since the start of the structure, if the list that follows is not empty. */
    public abstract void padBefore(Function<? super T, List<?>> get);

    /**
     * A field that this version does not have. Reading returns the given value; writing a structure with another value
     * throws {@link net.beaconcontroller.openflow.UnsupportedByVersionException}.
     */
    public int absent(String name, ToIntFunction<? super T> get, int value) {
        return value;
    }

    /** A field that this version does not have, see {@link #absent}. */
    public long absentLong(String name, ToLongFunction<? super T> get, long value) {
        return value;
    }

    /** A field that this version does not have, see {@link #absent}. */
    public <V> V absentValue(String name, Function<? super T, V> get, V value) {
        return value;
    }

    /** A number in 8 bits since a version; {@link #absent} in earlier versions. */
    public final int u8Since(Version first, String name, ToIntFunction<? super T> get, int absent) {
        return since(first) ? u8(name, get) : absent(name, get, absent);
    }

    /** A number in 16 bits since a version; {@link #absent} in earlier versions. */
    public final int u16Since(Version first, String name, ToIntFunction<? super T> get, int absent) {
        return since(first) ? u16(name, get) : absent(name, get, absent);
    }

    /** A number in 32 bits since a version; {@link #absent} in earlier versions. */
    public final long u32Since(Version first, String name, ToLongFunction<? super T> get, long absent) {
        return since(first) ? u32(name, get) : absentLong(name, get, absent);
    }

    /** A number in 64 bits since a version; {@link #absent} in earlier versions. */
    public final long u64Since(Version first, String name, ToLongFunction<? super T> get, long absent) {
        return since(first) ? u64(name, get) : absentLong(name, get, absent);
    }

    /** A port number since a version; {@link #absent} in earlier versions. */
    public final long portSince(Version first, String name, ToLongFunction<? super T> get, long absent) {
        return since(first) ? port(name, get) : absentLong(name, get, absent);
    }

    /** A list since a version, up to the end of the enclosing structure; absent and empty in earlier versions. */
    public final <V> List<V> listSince(
            Version first, String name, Function<? super T, List<V>> get, StructLayout<V> layout) {
        return since(first) ? list(name, get, layout) : absentValue(name, get, List.of());
    }

    /** Visits the fields of a subtype of the structure. */
    @SuppressWarnings("unchecked")
    public final <V extends T> V narrow(StructLayout<V> layout) {
        return layout.visit((FieldVisitor<V>) this);
    }

    /** Sets how the next number is printed. */
    public FieldVisitor<T> as(Names names) {
        return this;
    }
}
