package net.beaconcontroller.core.session;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/**
 * The switches that the settings do not allow. Counts refusals, and remembers those that were reported, because a
 * refused switch connects again and again. Thread-safe.
 */
public final class Refusals {
    /** The number of remembered reports; beyond, the oldest is forgotten, and reported again when it recurs. */
    private static final int MAX_REPORTS = 10_000;

    private final LongAdder refused = new LongAdder();
    private final Set<String> reports = Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MAX_REPORTS;
        }
    });

    void count() {
        refused.increment();
    }

    public long counted() {
        return refused.sum();
    }

    /** Returns whether this report was not made before. It contains the datapath id and the host of the switch. */
    public boolean isNew(String report) {
        synchronized (reports) {
            return reports.add(report);
        }
    }

    /** Forgets the reports, because the switches that may connect have changed. */
    void forget() {
        synchronized (reports) {
            reports.clear();
        }
    }

    /** Returns an address without its port. */
    static String host(SocketAddress address) {
        return address instanceof InetSocketAddress inet && inet.getAddress() != null
                ? inet.getAddress().getHostAddress()
                : address.toString();
    }
}
