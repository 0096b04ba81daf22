package net.beaconcontroller.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The newest commits of a namespace, which its watches read. All watches share it, so the memory that they take does
 * not depend on their number or speed. A watch that needs a commit that is no longer here reads the file instead. Safe
 * for use by several threads.
 */
final class History {
    /** The limit of the commits' {@link Effect#size}. */
    static final long MAX_SIZE = 8 << 20;

    /** A commit, with its effects in this namespace. */
    record Entry(long revision, List<Effect> effects) {
        long size() {
            return effects.stream().mapToLong(Effect::size).sum();
        }
    }

    private final Deque<Entry> entries = new ArrayDeque<>();
    private long size;
    /** The revision of the newest commit that was removed. */
    private long removed;

    /** Adds a commit that is newer than all others, and wakes the watches. */
    synchronized void add(Entry entry) {
        entries.addLast(entry);
        size += entry.size();
        while (size > MAX_SIZE) {
            Entry oldest = entries.removeFirst();
            size -= oldest.size();
            removed = oldest.revision;
        }
        notifyAll();
    }

    /** Wakes the watches, of which one is to end. */
    synchronized void wake() {
        notifyAll();
    }

    /**
     * Waits for commits after a revision.
     *
     * @return the commits, in their order, none if the watch is to end; or empty if one of them is no longer here
     */
    synchronized Optional<List<Entry>> awaitAfter(long revision, BooleanSupplier isEnding) throws InterruptedException {
        while (!isEnding.getAsBoolean()) {
            if (revision < removed) {
                return Optional.empty();
            }
            if (!entries.isEmpty() && entries.getLast().revision > revision) {
                return Optional.of(after(revision));
            }
            wait();
        }
        return Optional.of(List.of());
    }

    private List<Entry> after(long revision) {
        var newer = new ArrayList<Entry>();
        for (Iterator<Entry> newest = entries.descendingIterator(); newest.hasNext(); ) {
            Entry entry = newest.next();
            if (entry.revision <= revision) {
                break;
            }
            newer.add(entry);
        }
        return newer.reversed();
    }
}
