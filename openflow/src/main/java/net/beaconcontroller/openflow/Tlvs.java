package net.beaconcontroller.openflow;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import net.beaconcontroller.common.ByteAccess;
import org.jspecify.annotations.Nullable;

/**
 * A list of TLVs, OXM or OXS, that stays the bytes that it came as; what one of them says is made anew whenever it is asked for.
 * Replies tell of thousands of flows, and of most of their fields nobody asks. The lengths must have been checked. Immutable.
 *
 * <pre>
 *  0        2             3        4
 *  +--------+-------------+--------+-------
 *  | class  |number(7)|bit| length | value ...
 *  +--------+-------------+--------+-------
 * </pre>
 */
final class Tlvs<E> extends AbstractList<E> {
    static final int HEADER_LENGTH = 4;

    /** Of the header: the class and the number. */
    static final int TYPE = -1 << 9;

    /** Makes what a TLV says. */
    interface Maker<E> {
        E make(byte[] array, int at);
    }

    private final byte[] bytes;
    private final Maker<E> maker;

    /** Keeps the array. */
    Tlvs(byte[] bytes, Maker<E> maker) {
        this.bytes = bytes;
        this.maker = maker;
    }

    static int header(int tlvClass, int number, int length) {
        return tlvClass << 16 | number << 9 | length;
    }

    /** Writes a TLV with a value of at most eight bytes, and returns where it ends. */
    static int put(byte[] array, int at, int header, long value) {
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

    /** Where the first TLV begins of which the header is this in these bits; -1 if there is none. */
    private int find(int header, int bits) {
        for (int at = 0; at < bytes.length; at = endOf(at)) {
            if ((ByteAccess.getInt(bytes, at) & bits) == header) {
                return at;
            }
        }
        return -1;
    }

    /** The first of this type. */
    @Nullable
    E first(int tlvClass, int number) {
        int at = find(header(tlvClass, number, 0), TYPE);
        return at < 0 ? null : maker.make(bytes, at);
    }

    /**
     * The value of the first of which the header is this in these bits, as an unsigned number; of more than eight bytes, the
     * last eight.
     */
    long number(int header, int bits, long otherwise) {
        int at = find(header, bits);
        if (at < 0) {
            return otherwise;
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

    /** How many bytes they are. */
    int length() {
        return bytes.length;
    }

    void write(Writer out) {
        out.bytes(bytes);
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
                return maker.make(bytes, at);
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
                E item = maker.make(bytes, at);
                at = endOf(at);
                return item;
            }
        };
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (other instanceof Tlvs<?> that && maker == that.maker) {
            return Arrays.equals(bytes, that.bytes);
        }
        return super.equals(other);
    }

    /** As every list's. */
    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
