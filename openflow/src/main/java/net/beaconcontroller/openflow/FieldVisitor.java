package net.beaconcontroller.openflow;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * One walk over the fields of a structure, in the order of the wire. A structure says what it consists of once, in its
 * {@link StructLayout}, by calling these methods; {@link FieldReader} makes values of bytes that way, {@link FieldWriter} bytes of
 * values, and {@link FieldPrinter} something to look at. So every method takes a field's name, for refusals and for
 * printing, and where the value is found in the structure, and returns the value.
 *
 * <p>Names are the specification's own. Numbers are unsigned, in the next larger Java type.
 *
 * @param <T> the structure
 */
abstract class FieldVisitor<T> {
    final Version version;

    FieldVisitor(Version version) {
        this.version = version;
    }

    /** Whether the version that is spoken is this one or a later one. */
    final boolean since(Version first) {
        return version.isAtLeast(first);
    }

    final boolean is10() {
        return version == Version.OF10;
    }

    abstract int u8(String name, ToIntFunction<? super T> get);

    abstract int u16(String name, ToIntFunction<? super T> get);

    abstract long u32(String name, ToLongFunction<? super T> get);

    abstract long u64(String name, ToLongFunction<? super T> get);

    /** An Ethernet address, in the low 48 bits. */
    abstract long mac(String name, ToLongFunction<? super T> get);

    /** A port's number, 16 bits in OpenFlow 1.0 and 32 later. */
    abstract long port(String name, ToLongFunction<? super T> get);

    /** MessagePrinter in a field of fixed length, which ends at its first zero or fills the field. */
    abstract String text(String name, int length, Function<? super T, String> get);

    /** All that is left of this part. */
    abstract Bytes rest(String name, Function<? super T, Bytes> get);

    /** Bytes that mean nothing: zeros, or what the peer left in them. */
    abstract void pad(int length);

    /** The 16-bit length of this whole structure. It ends where that says. */
    abstract void length(String name);

    /** The 16-bit length of a list that comes later in this structure, to be handed to {@link #list(String, int, Function, StructLayout)}. */
    abstract int lengthAhead(String name);

    /** A wrong length in this structure is refused with an error of its own. */
    void refuseLengthsAs(ErrorCode refusal) {}

    /** Whether the message ends here though the version has more, as a peer wrote it that left out what an earlier one lacks. */
    boolean endsEarly() {
        return false;
    }

    /** A structure within this one. */
    abstract <V> V one(String name, Function<? super T, V> get, StructLayout<V> layout);

    /** Structures up to the end of this part. */
    abstract <V> List<V> list(String name, Function<? super T, List<V>> get, StructLayout<V> layout);

    /** Structures of the length that was told before. */
    abstract <V> List<V> list(String name, int ahead, Function<? super T, List<V>> get, StructLayout<V> layout);

    /** A number that stands for one of a few things. */
    abstract <E> E choice8(String name, Function<? super T, E> get, EnumCodec<E> choice);

    abstract <E> E choice16(String name, Function<? super T, E> get, EnumCodec<E> choice);

    abstract <E> E choice32(String name, Function<? super T, E> get, EnumCodec<E> choice);

    /** Which packets: a fixed structure in OpenFlow 1.0, a list of fields later. */
    abstract Match match(Function<? super T, Match> get);

    /** A field and its value, which this structure is. */
    abstract Oxm oxm();

    /** A statistic, which this structure is. */
    abstract Oxs oxs();

    /** Statistics up to the end of this part. */
    List<Oxs> oxss(String name, Function<? super T, List<Oxs>> get) {
        return list(name, get, Oxs.LAYOUT);
    }

    /** A whole message within this one, with its own header. */
    abstract Envelope message(String name, Function<? super T, Envelope> get);

    /** An item that says its own type and length. */
    abstract T kind(TypeRegistry<T> kinds);

    /** The type number of the item that is walked, where the item itself has to know it. */
    abstract int type(ToIntFunction<? super T> get);

    /** Zeros up to a multiple of eight bytes since the structure's begin, if this list that follows is not empty. */
    abstract void padBefore(Function<? super T, List<?>> get);

    /**
     * A field that this version does not have: it counts as having this value, and a structure in which it has another one
     * cannot be written.
     */
    abstract int unsaid(String name, ToIntFunction<? super T> get, int value);

    /** A field that this version does not have, see {@link #unsaid}. */
    abstract long unsaidLong(String name, ToLongFunction<? super T> get, long value);

    /** A field that this version does not have, see {@link #unsaid}. */
    abstract <V> V unsaidValue(String name, Function<? super T, V> get, V value);

    /** This structure, of which it is now known what it is. */
    @SuppressWarnings("unchecked")
    final <V extends T> V narrow(StructLayout<V> layout) {
        return layout.visit((FieldVisitor<V>) this);
    }

    /** The next number is to be printed as this says. */
    FieldVisitor<T> as(Names names) {
        return this;
    }
}
