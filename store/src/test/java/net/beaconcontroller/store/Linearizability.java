package net.beaconcontroller.store;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks whether a history of operations on one document is linearizable (Herlihy and Wing, 1990): whether there is an
 * order of the operations that a single thread could have executed, in which each operation that returned before
 * another was called precedes it. The search is that of Wing and Gong (1993) with the memory of visited states of Lowe
 * (2017). A document is a register whose state is its version.
 */
final class Linearizability {
    /**
     * An operation.
     *
     * @param called the time of the call
     * @param returned the time of the return
     */
    record Operation(long called, long returned, Effect effect) {}

    /** The version that an operation requires, and the one that it sets. */
    sealed interface Effect {
        /** A read, which has seen a version, 0 for no document. */
        record Read(long version) implements Effect {}

        /** A write without a condition, which has set a version, 0 for a deletion. */
        record Write(long version) implements Effect {}

        /** A write with a condition, which was met. */
        record Swap(long required, long version) implements Effect {}

        /** A write with a condition, which was not met. */
        record Conflict(long required, long seen) implements Effect {}
    }

    private static final long IMPOSSIBLE = -1;

    /** @param done those of the operations from the first on that is not done */
    private record State(int first, Set<Integer> done, long version) {}

    private final List<Operation> operations;
    private final Set<State> visited = new HashSet<>();

    private Linearizability(List<Operation> operations) {
        this.operations = operations;
    }

    /** Returns whether the operations are linearizable, beginning without a document. */
    static boolean isLinearizable(List<Operation> operations) {
        return new Linearizability(operations).search(new HashSet<>(), 0, 0);
    }

    /** @param begin all operations before this index are done */
    private boolean search(Set<Integer> done, int begin, long version) {
        int first = begin;
        while (first < operations.size() && done.contains(first)) {
            first++;
        }
        if (first == operations.size()) {
            return true;
        }
        int oldest = first;
        Set<Integer> later = new HashSet<>(done);
        later.removeIf(index -> index < oldest);
        if (!visited.add(new State(first, later, version))) {
            return false;
        }
        long firstReturn = Long.MAX_VALUE;
        // The operations are in the order of their calls.
        for (int i = first; i < operations.size() && operations.get(i).called < firstReturn; i++) {
            if (!done.contains(i)) {
                firstReturn = Math.min(firstReturn, operations.get(i).returned);
                long next = apply(operations.get(i).effect, version);
                if (next != IMPOSSIBLE) {
                    var with = new HashSet<>(later);
                    with.add(i);
                    if (search(with, first, next)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static long apply(Effect effect, long version) {
        return switch (effect) {
            case Effect.Read(long seen) -> seen == version ? version : IMPOSSIBLE;
            case Effect.Write(long set) -> set;
            case Effect.Swap(long required, long set) -> required == version ? set : IMPOSSIBLE;
            case Effect.Conflict(long required, long seen) ->
                seen == version && required != version ? version : IMPOSSIBLE;
        };
    }
}
