package net.beaconcontroller.bench.cbench;

import java.util.Arrays;

/**
 * The configuration set by the controller, shared by all switches. Until it is set, the header length has the wrong
 * byte order, as in cbench. Not thread-safe.
 */
final class SwitchConfig {
    private static final int LENGTH = 12;
    private static final byte GET_CONFIG_REPLY = 8;

    private byte[] message = {1, GET_CONFIG_REPLY, LENGTH, 0, 0, 0, 0, 0, 0, 0, 0, 0};

    /** Stores a SET_CONFIG. */
    void set(byte[] setConfig) {
        message = Arrays.copyOf(setConfig, LENGTH);
        message[1] = GET_CONFIG_REPLY;
    }

    byte[] reply(int xid) {
        return CbenchMessages.withXid(message, xid);
    }
}
