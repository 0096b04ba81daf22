package net.beaconcontroller.packet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Unsigned big-endian numbers at any offset of a byte array: each call is one load of the processor. */
final class Wire {
    private static final VarHandle SHORT = handle(short[].class);
    private static final VarHandle INT = handle(int[].class);
    private static final VarHandle LONG = handle(long[].class);

    private Wire() {}

    private static VarHandle handle(Class<?> view) {
        return MethodHandles.byteArrayViewVarHandle(view, ByteOrder.BIG_ENDIAN).withInvokeExactBehavior();
    }

    static int get8(byte[] array, int at) {
        return Byte.toUnsignedInt(array[at]);
    }

    static int get16(byte[] array, int at) {
        return Short.toUnsignedInt((short) SHORT.get(array, at));
    }

    static long get32(byte[] array, int at) {
        return Integer.toUnsignedLong((int) INT.get(array, at));
    }

    static long get64(byte[] array, int at) {
        return (long) LONG.get(array, at);
    }

    /** Loads two bytes more than it returns: no address here is the last thing in its header. */
    static long get48(byte[] array, int at) {
        return get64(array, at) >>> 16;
    }
}
