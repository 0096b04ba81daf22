package net.beaconcontroller.net;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Big-endian numbers (network byte order, RFC 1700) at any offset of a byte array. Each call is one load or store of
 * the processor, two for the 48 bits of a MAC address; none allocates.
 */
public final class ByteAccess {
    private static final VarHandle SHORT = handle(short[].class);
    private static final VarHandle INT = handle(int[].class);
    private static final VarHandle LONG = handle(long[].class);

    private ByteAccess() {}

    private static VarHandle handle(Class<?> view) {
        return MethodHandles.byteArrayViewVarHandle(view, ByteOrder.BIG_ENDIAN).withInvokeExactBehavior();
    }

    /** Returns the byte at {@code offset}, 0 to 255. */
    public static int getUnsignedByte(byte[] array, int offset) {
        return Byte.toUnsignedInt(array[offset]);
    }

    public static short getShort(byte[] array, int offset) {
        return (short) SHORT.get(array, offset);
    }

    /** Returns the two bytes at {@code offset}, 0 to 65535. */
    public static int getUnsignedShort(byte[] array, int offset) {
        return Short.toUnsignedInt(getShort(array, offset));
    }

    public static int getInt(byte[] array, int offset) {
        return (int) INT.get(array, offset);
    }

    /** Returns the four bytes at {@code offset}, 0 to 2<sup>32</sup> - 1. */
    public static long getUnsignedInt(byte[] array, int offset) {
        return Integer.toUnsignedLong(getInt(array, offset));
    }

    public static long getLong(byte[] array, int offset) {
        return (long) LONG.get(array, offset);
    }

    /** Returns the six bytes at {@code offset}, a MAC address, in the low 48 bits. */
    public static long getMac(byte[] array, int offset) {
        return Short.toUnsignedLong(getShort(array, offset)) << 32 | getUnsignedInt(array, offset + 2);
    }

    /** Writes the low 16 bits of {@code value}. */
    public static void putShort(byte[] array, int offset, int value) {
        SHORT.set(array, offset, (short) value);
    }

    public static void putInt(byte[] array, int offset, int value) {
        INT.set(array, offset, value);
    }

    public static void putLong(byte[] array, int offset, long value) {
        LONG.set(array, offset, value);
    }

    /** Writes a MAC address, the low 48 bits of {@code mac}. */
    public static void putMac(byte[] array, int offset, long mac) {
        putShort(array, offset, (int) (mac >>> 32));
        putInt(array, offset + 2, (int) mac);
    }
}
