package net.beaconcontroller.emulator;

import java.util.ArrayList;
import java.util.List;

/** Numbers the pings and datagrams of a network's hosts, so that each is known again wherever it comes. For the loop. */
final class Probes {

    /** Hears of a packet that came to a host for the second time. */
    @FunctionalInterface
    interface Listener {
        /** Told with the IPv4 addresses of the ping or datagram; if it is an answer, with those of its ping. */
        void duplicate(long id, long source, long destination);
    }

    private final List<Listener> listeners = new ArrayList<>();
    private long issued;

    long next() {
        return issued++;
    }

    /** How many ids there are; all are less. */
    long issued() {
        return issued;
    }

    void add(Listener listener) {
        listeners.add(listener);
    }

    void remove(Listener listener) {
        listeners.remove(listener);
    }

    void tellDuplicate(long id, long source, long destination) {
        listeners.forEach(listener -> listener.duplicate(id, source, destination));
    }
}
