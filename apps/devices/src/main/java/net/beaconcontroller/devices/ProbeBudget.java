package net.beaconcontroller.devices;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The number of probes per second that the hosts at each port of a switch cause for addresses that they may have. Ports
 * whose numbers have the same low byte share it. Used on the loop of the switch.
 */
final class ProbeBudget {
    /** So many that the addresses of all hosts at a port are known soon after a restart. */
    static final int MAX_PER_SECOND = 500;

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int PORT_MASK = 0xff;

    /** The probes since the begin of the second. */
    private final short[] sent = new short[PORT_MASK + 1];

    private long beginNanos;

    /** Returns whether the hosts at a port may cause a further probe. */
    boolean hasLeft(long port, long nowNanos) {
        if (nowNanos - beginNanos >= SECOND_NANOS) {
            Arrays.fill(sent, (short) 0);
            beginNanos = nowNanos;
        }
        return sent[(int) port & PORT_MASK] < MAX_PER_SECOND;
    }

    /** Counts a probe. */
    void take(long port) {
        sent[(int) port & PORT_MASK]++;
    }
}
