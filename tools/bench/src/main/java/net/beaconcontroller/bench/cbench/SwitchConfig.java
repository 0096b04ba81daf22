package net.beaconcontroller.bench.cbench;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What controllers set and ask again: one for all switches, as it came. Until one is set, the length in its header has its
 * bytes in the wrong order. For one thread.
 */
final class SwitchConfig {
    private static final int LENGTH = 12;
    private static final byte GET_CONFIG_REPLY = 8;

    private byte[] message = {1, GET_CONFIG_REPLY, LENGTH, 0, 0, 0, 0, 0, 0, 0, 0, 0};

    /** Keeps a SET_CONFIG. */
    void set(byte[] setConfig) {
        message = Arrays.copyOf(setConfig, LENGTH);
        message[1] = GET_CONFIG_REPLY;
    }

    byte[] reply(int xid) {
        byte[] reply = message.clone();
        ByteBuffer.wrap(reply).putInt(4, xid);
        return reply;
    }
}
