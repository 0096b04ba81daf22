package net.beaconcontroller.runtime.events;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.api.Events;
import net.beaconcontroller.api.concurrent.SingleThreadExecutor;
import net.beaconcontroller.api.concurrent.TimerQueue;

/**
 * The newest events, in memory. Readers pull: each keeps the id of the last event that it has read, and reads those
 * after it. Readers have no queues, so a slow reader costs nothing. If events are removed before a reader has
 * read them, {@link Batch#lostId} reports the gap.
 *
 * <p>Publishing queues the event, for the one thread that changes the log. When the events take more memory than the
 * log may, it removes the oldest event of the type that takes most of it. So a storm of events of one type displaces
 * no events of other types.
 *
 * <p>Each source, a switch or a type of events of an application, has a share of the queue. Events of a source that
 * publishes faster than the thread appends are left out. Once a second, an event {@value #DROPPED} has their number,
 * and {@link Batch#lostId} reports a gap.
 *
 * <p>Ids increase by one. The first id of a run is its start in microseconds since 1970, so an id of an earlier run is
 * recognized, and reported as a gap.
 *
 * <p>Safe for use by several threads.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>Readers pull, and have no queues.</b> With a queue for each reader, either memory would grow or events would
 * be dropped for each reader separately, and publishing would take time in proportion to the number of readers.
 * <li><b>The log is bounded by estimated memory, and removes the oldest event of the type that takes most.</b> A storm,
 * such as 10,000 devices at once, leaves the link that failed a minute before, possibly the cause. Rings of a fixed
 * size for each type would need to be sized for the largest storm each.
 * <li><b>Events are not kept across restarts.</b> After a restart, the other resources return the current state.
 * <li><b>Ids begin with the time of the start in microseconds</b>, so they are numbers below 2^53, and those of an
 * earlier run are smaller, unless that published more than a million events a second on average.
 * <li><b>One thread appends.</b> With a lock that readers also take, a loop could wait for a reader that is preempted.
 * </ul>
 */
public final class EventLog implements Events, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(EventLog.class.getName());

    /** The memory that the events may take: room for more than 10,000 events of devices. */
    private static final long CAPACITY_BYTES = 20 << 20;

    /** The type of the event that has the number of events of a source that were left out. */
    static final String DROPPED = "events.dropped";

    /** The events that wait for the thread, in total and of one source. Further ones are left out. */
    private static final int QUEUE_CAPACITY = 10_000;

    static final int SOURCE_CAPACITY = QUEUE_CAPACITY / 4;

    private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The types of which the log counts the memory; all further ones count together. */
    private static final int MAX_TYPES = 200;

    private static final String OTHER_TYPES = "";

    private final long capacityBytes;
    private final SingleThreadExecutor executor =
            new SingleThreadExecutor("beacon-events", LOG, QUEUE_CAPACITY, new TimerQueue());
    /** The number of queued events by source. */
    private final Map<String, Integer> queued = new ConcurrentHashMap<>();
    /** The number of events that were left out since the last report, by source. */
    private final Map<String, Integer> dropped = new ConcurrentHashMap<>();

    private final ConcurrentNavigableMap<Long, KeptEvent> events = new ConcurrentSkipListMap<>();
    /** For each type, the id of the last event that was removed. */
    private final Map<String, Long> removed = new ConcurrentHashMap<>();

    private final long firstId;

    /** The id of the newest event. When a reader sees it, it sees the event in the map. */
    private volatile long lastId;

    /** An id that no event has, because events before it were lost. */
    private volatile long lostId;

    private volatile boolean closed;

    // Of the thread

    private final Map<String, OfType> types = new HashMap<>();
    private long bytes;
    private boolean reporting;

    /** The events of a type, and the memory that they take. */
    private static final class OfType {
        final String type;
        final Deque<KeptEvent> events = new ArrayDeque<>();
        long bytes;

        OfType(String type) {
            this.type = type;
        }
    }

    /**
     * Events that a reader has asked for.
     *
     * @param events in the order of their ids
     * @param lastId where to continue: the reader has read all wanted events up to this id, except
     *     lost ones
     * @param lostId the id of the last event that was removed before the reader read it; 0 if none was
     */
    public record Batch(List<KeptEvent> events, long lastId, long lostId) {}

    public EventLog() {
        this(TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()), CAPACITY_BYTES);
    }

    /**
     * Creates a log and starts its thread.
     *
     * @param firstId the id of the first event
     */
    EventLog(long firstId, long capacityBytes) {
        this.firstId = firstId;
        this.capacityBytes = capacityBytes;
        this.lastId = firstId - 1;
        executor.start();
    }

    /** Publishes an event of an application; its type is the source. */
    @Override
    public void publish(Event event) {
        publish(event.type(), event);
    }

    /** @param source such as the datapath id of a switch */
    void publish(String source, Event event) {
        Event limited = EventSize.limit(event);
        publish(source, limited.type(), EventSize.bytes(limited), () -> limited);
    }

    /** Publishes an event that is made when it is first read: most are never read. */
    void publish(String source, String type, int estimatedBytes, Supplier<Event> event) {
        Instant now = Instant.now();
        boolean hasRoom = queued.merge(source, 1, Integer::sum) <= SOURCE_CAPACITY;
        if (!hasRoom || !executor.offer(() -> appendQueued(source, now, type, estimatedBytes, event))) {
            dequeued(source);
            dropped.merge(source, 1, Integer::sum);
        }
    }

    private void dequeued(String source) {
        queued.computeIfPresent(source, (_, count) -> count == 1 ? null : count - 1);
    }

    // On the thread

    private void appendQueued(String source, Instant time, String type, int size, Supplier<Event> event) {
        dequeued(source);
        append(time, type, size, event);
        if (!dropped.isEmpty() && !reporting) {
            reporting = true;
            executor.schedule(REPORT_NANOS, this::reportDropped);
        }
    }

    private void reportDropped() {
        reporting = false;
        long id = lastId + 1;
        lostId = id;
        lastId = id;
        for (String source : List.copyOf(dropped.keySet())) {
            Integer count = dropped.remove(source);
            if (count != null) {
                var event = new Event(
                        DROPPED,
                        source,
                        Event.Severity.WARNING,
                        "%d events of %s were left out, because there were too many at once".formatted(count, source),
                        Map.of("source", source, "count", count));
                append(Instant.now(), DROPPED, EventSize.bytes(event), () -> event);
            }
        }
    }

    private void append(Instant time, String type, int size, Supplier<Event> event) {
        long id = lastId + 1;
        var kept = new KeptEvent(id, time, type, size, event);
        OfType ofType = types.get(type);
        if (ofType == null) {
            ofType = types.computeIfAbsent(types.size() < MAX_TYPES ? type : OTHER_TYPES, OfType::new);
        }
        ofType.events.add(kept);
        ofType.bytes += size;
        bytes += size;
        events.put(id, kept);
        while (bytes > capacityBytes) {
            removeOldest(Collections.max(types.values(), Comparator.comparingLong(each -> each.bytes)));
        }
        lastId = id;
        wakeReaders();
    }

    private void removeOldest(OfType ofType) {
        KeptEvent oldest = ofType.events.remove();
        ofType.bytes -= oldest.bytes();
        bytes -= oldest.bytes();
        // first, so that a reader that does not find the event finds this
        removed.put(ofType.type, oldest.id());
        events.remove(oldest.id());
    }

    private synchronized void wakeReaders() {
        notifyAll();
    }

    // Reading

    /** Returns the id of the newest event, or of the last one before this log. */
    public long lastId() {
        return lastId;
    }

    /**
     * Returns the oldest events after an id.
     *
     * @param after the id of the last event that was read, possibly from a log of an earlier run
     * @param wanted selects events by their types
     * @param count the number of events to return at most
     */
    public Batch read(long after, Predicate<String> wanted, int count) {
        long upTo = lastId;
        // an id that is not of this log
        boolean isForeign = after < firstId - 1 || after > upTo;
        long from = isForeign ? firstId - 1 : after;
        var read = new ArrayList<KeptEvent>();
        for (KeptEvent event : events.subMap(from, false, upTo, true).values()) {
            if (wanted.test(event.type())) {
                read.add(event);
                if (read.size() == count) {
                    break;
                }
            }
        }
        long lost = Math.max(isForeign ? from : 0, lostId > from ? lostId : 0);
        for (Map.Entry<String, Long> ofType : removed.entrySet()) {
            if (ofType.getValue() > from && (ofType.getKey().equals(OTHER_TYPES) || wanted.test(ofType.getKey()))) {
                lost = Math.max(lost, ofType.getValue());
            }
        }
        return new Batch(read, read.size() == count ? read.getLast().id() : upTo, lost);
    }

    /** Returns the newest events, in the order of their ids. See {@link #read}. */
    public List<KeptEvent> newest(Predicate<String> wanted, int count) {
        List<KeptEvent> newest = events.descendingMap().values().stream()
                .filter(event -> wanted.test(event.type()))
                .limit(count)
                .toList();
        return newest.reversed();
    }

    /**
     * Waits until there is an event after an id.
     *
     * @return false if there is none when the time is over, or the log is closed
     */
    public synchronized boolean await(long after, long millis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (lastId <= after && !closed) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return lastId > after;
    }

    /** Returns whether there will be no further event. */
    public boolean isClosed() {
        return closed;
    }

    /** Ends the thread, and wakes all readers. */
    @Override
    public void close() {
        executor.close();
        closed = true;
        wakeReaders();
    }
}
