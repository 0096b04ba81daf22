package net.beaconcontroller.emulator.host;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.beaconcontroller.net.ByteAccess;

/**
 * A generator of ids for the pings, datagrams and segments of a network, by which hosts detect duplicates. For the
 * loop's thread.
 */
public final class ProbeIds {
    /** The length of a magic number and an id. */
    static final int LENGTH = 2 * Long.BYTES;

    private static final long MAGIC = 0x6265_6163_6f6e_2031L;

    /** A listener for the reception of packets with ids. */
    public interface Listener {
        /** A datagram or a ping reached its destination for the first time. */
        default void arrived(long id, EmulatedHost host) {}

        /**
         * A host received a packet for the second time.
         *
         * @param source the source IPv4 address; for an echo reply, that of the request
         * @param destination the destination IPv4 address; for an echo reply, that of the request
         */
        void duplicate(long id, long source, long destination);
    }

    /** A listener may remove itself while it is notified. */
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    private long issued;

    long next() {
        return issued++;
    }

    /** Returns the number of ids issued. All ids are below it. */
    public long issued() {
        return issued;
    }

    /** Writes the magic number and an id. */
    static void write(byte[] array, int offset, long id) {
        ByteAccess.putLong(array, offset, MAGIC);
        ByteAccess.putLong(array, offset + Long.BYTES, id);
    }

    /** Reads an id, or returns -1 if there is none that was issued. */
    long read(byte[] array, int offset) {
        long id = ByteAccess.getLong(array, offset + Long.BYTES);
        return ByteAccess.getLong(array, offset) == MAGIC && id >= 0 && id < issued ? id : -1;
    }

    public void add(Listener listener) {
        listeners.add(listener);
    }

    public void remove(Listener listener) {
        listeners.remove(listener);
    }

    void notifyArrived(long id, EmulatedHost host) {
        listeners.forEach(listener -> listener.arrived(id, host));
    }

    void notifyDuplicate(long id, long source, long destination) {
        listeners.forEach(listener -> listener.duplicate(id, source, destination));
    }
}
