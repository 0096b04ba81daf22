package net.beaconcontroller.core.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;
import net.beaconcontroller.api.MessageCounters;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;

/**
 * The message counters of one switch, by type number. Written by the switch's executor only and read by any thread. The
 * writer uses plain access, which the JIT compiler may keep in a register for the duration of a loop; readers use
 * opaque access, so that they see each value that reaches memory.
 */
public final class Counters implements MessageCounters {
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int TYPES = 256;
    private static final int MALFORMED = TYPES;
    private static final int RESYNCHRONIZATIONS = TYPES + 1;
    private static final int OVERSIZED = TYPES + 2;

    private final long[] received = new long[TYPES + 3];
    private final long[] sent = new long[TYPES];
    /** Counted by any thread. */
    private final LongAdder dropped = new LongAdder();
    /** Counted by any thread. */
    private final LongAdder unsendable = new LongAdder();

    private volatile Version version = Version.OF10;

    public void setVersion(Version version) {
        this.version = version;
    }

    public void countReceived(int type, int messages) {
        received[type] += messages;
    }

    public void countSent(int type) {
        sent[type]++;
    }

    public void countMalformed() {
        received[MALFORMED]++;
    }

    public void countResynchronization() {
        received[RESYNCHRONIZATIONS]++;
    }

    public void countOversized() {
        received[OVERSIZED]++;
    }

    public void countDropped() {
        dropped.increment();
    }

    public void countUnsendable() {
        unsendable.increment();
    }

    @Override
    public long received(MessageType type) {
        return read(received, type.wire(version));
    }

    @Override
    public long sent(MessageType type) {
        return read(sent, type.wire(version));
    }

    @Override
    public long malformed() {
        return read(received, MALFORMED);
    }

    @Override
    public long resynchronizations() {
        return read(received, RESYNCHRONIZATIONS);
    }

    @Override
    public long oversized() {
        return read(received, OVERSIZED);
    }

    @Override
    public long dropped() {
        return dropped.sum();
    }

    @Override
    public long unsendable() {
        return unsendable.sum();
    }

    private static long read(long[] counts, int index) {
        return index < 0 ? 0 : (long) ELEMENT.getOpaque(counts, index);
    }
}
