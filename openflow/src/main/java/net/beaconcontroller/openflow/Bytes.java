package net.beaconcontroller.openflow;

import java.util.Arrays;
import java.util.HexFormat;

/** An immutable sequence of bytes, such as a packet or a field that this library does not decode. */
public final class Bytes {
    private static final int MAX_PRINTED = 64;
    /** The empty sequence. */
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private final byte[] array;

    private Bytes(byte[] array) {
        this.array = array;
    }

    /** Returns a copy of the array. */
    public static Bytes of(byte... array) {
        return array.length == 0 ? EMPTY : new Bytes(array.clone());
    }

    /** Returns a copy of {@code length} bytes of the array from {@code offset} on. */
    public static Bytes of(byte[] array, int offset, int length) {
        return length == 0 ? EMPTY : new Bytes(Arrays.copyOfRange(array, offset, offset + length));
    }

    /** Returns the low {@code length} bytes of the value, 0 to 8, in network byte order. */
    public static Bytes ofLong(long value, int length) {
        byte[] array = new byte[length];
        for (int i = 0; i < length; i++) {
            array[i] = (byte) (value >>> (8 * (length - 1 - i)));
        }
        return new Bytes(array);
    }

    /** Parses pairs of hexadecimal digits without separators. */
    public static Bytes ofHex(String hex) {
        return new Bytes(HexFormat.of().parseHex(hex));
    }

    public int length() {
        return array.length;
    }

    /** Returns the byte at {@code index}, 0 to 255. */
    public int at(int index) {
        return Byte.toUnsignedInt(array[index]);
    }

    /** Returns the bytes as an unsigned number in network byte order; of more than eight bytes, the last eight. */
    public long toLong() {
        long value = 0;
        for (byte b : array) {
            value = value << 8 | Byte.toUnsignedLong(b);
        }
        return value;
    }

    /** Returns a copy of the bytes. */
    public byte[] toArray() {
        return array.clone();
    }

    /** Copies all bytes into the array. */
    public void copyTo(byte[] target, int offset) {
        System.arraycopy(array, 0, target, offset, array.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that && Arrays.equals(array, that.array);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(array);
    }

    /** Returns the first 64 bytes as hexadecimal digits, followed by the length if there are more. */
    public String abbreviated() {
        return array.length <= MAX_PRINTED
                ? toString()
                : HexFormat.of().formatHex(array, 0, MAX_PRINTED) + "...(%d bytes)".formatted(array.length);
    }

    /** Returns the bytes as hexadecimal digits. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(array);
    }
}
