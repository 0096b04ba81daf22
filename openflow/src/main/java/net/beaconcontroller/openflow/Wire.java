package net.beaconcontroller.openflow;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Big-endian numbers at any offset of a byte array: each call is one load or store of the processor. */
final class Wire {
    private static final VarHandle SHORT = handle(short[].class);
    private static final VarHandle INT = handle(int[].class);
    private static final VarHandle LONG = handle(long[].class);

    private Wire() {}

    private static VarHandle handle(Class<?> view) {
        return MethodHandles.byteArrayViewVarHandle(view, ByteOrder.BIG_ENDIAN).withInvokeExactBehavior();
    }

    static short getShort(byte[] array, int at) {
        return (short) SHORT.get(array, at);
    }

    static int getInt(byte[] array, int at) {
        return (int) INT.get(array, at);
    }

    static long getLong(byte[] array, int at) {
        return (long) LONG.get(array, at);
    }

    static void putShort(byte[] array, int at, int value) {
        SHORT.set(array, at, (short) value);
    }

    static void putInt(byte[] array, int at, int value) {
        INT.set(array, at, value);
    }

    static void putLong(byte[] array, int at, long value) {
        LONG.set(array, at, value);
    }

    /** An Ethernet address, in the low 48 bits. */
    static long getMac(byte[] array, int at) {
        return Short.toUnsignedLong(getShort(array, at)) << 32 | Integer.toUnsignedLong(getInt(array, at + 2));
    }

    /** Writes an Ethernet address, the low 48 bits of the value. */
    static void putMac(byte[] array, int at, long mac) {
        putShort(array, at, (int) (mac >>> 32));
        putInt(array, at + 2, (int) mac);
    }
}
