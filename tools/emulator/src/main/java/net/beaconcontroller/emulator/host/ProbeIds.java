package net.beaconcontroller.emulator.host;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Numbers the pings, datagrams and segments of a network's hosts, so that each is known again wherever it comes. For the loop.
 */
public final class ProbeIds {
    /** Is before the id, wherever a packet carries one. */
    static final long MAGIC = 0x6265_6163_6f6e_2031L;

    /** Hears of packets that come to hosts. */
    public interface Listener {
        /** A datagram, or a ping, came to the host that it was for, for the first time. */
        default void arrived(long id, EmulatedHost host) {}

        /**
         * A packet came to a host for the second time.
         *
         * @param source its IPv4 address; of an answer to a ping, that of the ping
         * @param destination likewise
         */
        void duplicate(long id, long source, long destination);
    }

    /** A listener may go while it is told something. */
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    private long issued;

    long next() {
        return issued++;
    }

    /** How many ids there are; all are less. */
    public long issued() {
        return issued;
    }

    public void add(Listener listener) {
        listeners.add(listener);
    }

    public void remove(Listener listener) {
        listeners.remove(listener);
    }

    void tellArrived(long id, EmulatedHost host) {
        listeners.forEach(listener -> listener.arrived(id, host));
    }

    void tellDuplicate(long id, long source, long destination) {
        listeners.forEach(listener -> listener.duplicate(id, source, destination));
    }
}
