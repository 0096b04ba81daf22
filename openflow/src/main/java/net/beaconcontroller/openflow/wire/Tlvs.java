package net.beaconcontroller.openflow.wire;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.wire.FieldLocation.Kind;
import org.jspecify.annotations.Nullable;

/**
 * An immutable list of encoded TLVs, OXM or OXS, that decodes an element on each access. A reply of 64 KB contains
 * thousands of them, and most are never accessed: to decode all took half of the decoding time and most of the memory.
 * The lengths of the TLVs must have been checked.
 *
 * <pre>
 *  0        2             3        4
 *  +--------+-------------+--------+-------
 *  | class  |number(7)|bit| length | value ...
 *  +--------+-------------+--------+-------
 * </pre>
 */
public final class Tlvs<E> extends AbstractList<E> {
    public static final int HEADER_LENGTH = 4;

    /** The bits of the header that hold the class and the number. */
    public static final int TYPE = -1 << 9;

    private final byte[] bytes;
    private final TlvCodec<E> codec;

    /**
     * Creates a list.
     *
     * @param bytes the encoded TLVs; the list keeps the array
     */
    public Tlvs(byte[] bytes, TlvCodec<E> codec) {
        this.bytes = bytes;
        this.codec = codec;
    }

    /** Returns the header of a TLV without a mask. */
    public static int header(int tlvClass, int number, int length) {
        return tlvClass << 16 | number << 9 | length;
    }

    /** Writes a TLV with a value of at most eight bytes and returns the index after it. */
    public static int put(byte[] array, int at, int header, long value) {
        ByteAccess.putInt(array, at, header);
        int length = header & 0xff;
        int start = at + HEADER_LENGTH;
        switch (length) {
            case 1 -> array[start] = (byte) value;
            case 2 -> ByteAccess.putShort(array, start, (int) value);
            case 4 -> ByteAccess.putInt(array, start, (int) value);
            case 6 -> ByteAccess.putMac(array, start, value);
            case 8 -> ByteAccess.putLong(array, start, value);
            default -> throw new IllegalArgumentException("a value of %d bytes".formatted(length));
        }
        return start + length;
    }

    private int endOf(int at) {
        return at + HEADER_LENGTH + Byte.toUnsignedInt(bytes[at + 3]);
    }

    /** Returns the index of the first TLV whose header equals the given one in these bits, or -1. */
    private int find(int header, int bits) {
        for (int at = 0; at < bytes.length; at = endOf(at)) {
            if ((ByteAccess.getInt(bytes, at) & bits) == header) {
                return at;
            }
        }
        return -1;
    }

    /** Returns the first TLV of this class and number, or null. */
    public @Nullable E first(int tlvClass, int number) {
        int at = find(header(tlvClass, number, 0), TYPE);
        return at < 0 ? null : codec.decode(bytes, at);
    }

    /**
     * Returns the value of the first TLV whose header equals the given one in these bits, as an unsigned number. Of a
     * value longer than eight bytes, returns the last eight.
     *
     * @param defaultValue the result if there is no such TLV
     */
    public long number(int header, int bits, long defaultValue) {
        int at = find(header, bits);
        if (at < 0) {
            return defaultValue;
        }
        int end = endOf(at);
        if (end - at == HEADER_LENGTH + Long.BYTES) {
            return ByteAccess.getLong(bytes, at + HEADER_LENGTH);
        }
        long value = 0;
        for (int i = at + HEADER_LENGTH; i < end; i++) {
            value = value << 8 | Byte.toUnsignedLong(bytes[i]);
        }
        return value;
    }

    /** Returns the length of the encoded TLVs in bytes. */
    public int length() {
        return bytes.length;
    }

    /** Appends the TLVs of a list. */
    public static <E> void write(List<E> items, TlvCodec<E> codec, Writer out, Version version) {
        int start = out.length();
        append(items, codec, out, version);
        if (out instanceof LocatingWriter locating) {
            locate(locating, start);
        }
    }

    /** Records the fields of the TLVs that were written since {@code start}. */
    static void locate(LocatingWriter out, int start) {
        for (int at = start; at < out.length(); ) {
            int length = Byte.toUnsignedInt(out.array()[at + 3]);
            out.locate("tlv_class", Kind.TYPE, at, 2);
            out.locate("tlv_field", Kind.TYPE, at + 2, 1);
            out.locate("tlv_length", Kind.LENGTH, at + 3, 1);
            out.locate("tlv_value", Kind.NUMBER, at + HEADER_LENGTH, length);
            at += HEADER_LENGTH + length;
        }
    }

    private static <E> void append(List<E> items, TlvCodec<E> codec, Writer out, Version version) {
        if (items instanceof Tlvs<E> tlvs) {
            out.append(tlvs.bytes);
        } else {
            for (E item : items) {
                codec.write(item, out, version);
            }
        }
    }

    @Override
    public int size() {
        int size = 0;
        for (int at = 0; at < bytes.length; at = endOf(at)) {
            size++;
        }
        return size;
    }

    @Override
    public boolean isEmpty() {
        return bytes.length == 0;
    }

    @Override
    public E get(int index) {
        int left = index;
        for (int at = 0; at < bytes.length; at = endOf(at)) {
            if (left-- == 0) {
                return codec.decode(bytes, at);
            }
        }
        throw new IndexOutOfBoundsException(index);
    }

    @Override
    public Iterator<E> iterator() {
        return new Iterator<>() {
            private int at;

            @Override
            public boolean hasNext() {
                return at < bytes.length;
            }

            @Override
            public E next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                E item = codec.decode(bytes, at);
                at = endOf(at);
                return item;
            }
        };
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (other instanceof Tlvs<?> that && codec == that.codec) {
            return Arrays.equals(bytes, that.bytes);
        }
        return super.equals(other);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
