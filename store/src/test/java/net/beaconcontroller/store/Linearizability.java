package net.beaconcontroller.store;

import java.util.ArrayDeque;
import java.util.Deque;
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

    /**
     * The operations that a thread has executed, and the version of the document then.
     *
     * @param first the first operation that is not done
     * @param done the operations after it that are done
     */
    private record State(int first, Set<Integer> done, long version) {}

    private final List<Operation> operations;
    private final Set<State> visited = new HashSet<>();
    private final Deque<State> pending = new ArrayDeque<>();

    private Linearizability(List<Operation> operations) {
        this.operations = operations;
    }

    /** Returns whether the operations, in the order of their calls, are linearizable, beginning without a document. */
    static boolean isLinearizable(List<Operation> operations) {
        return new Linearizability(operations).search();
    }

    private boolean search() {
        pending.push(new State(0, Set.of(), 0));
        while (!pending.isEmpty()) {
            State state = pending.pop();
            if (state.first == operations.size()) {
                return true;
            }
            if (visited.add(state)) {
                addNext(state);
            }
        }
        return false;
    }

    /** Adds the states after each operation that can be the next one. */
    private void addNext(State state) {
        long firstReturn = Long.MAX_VALUE;
        for (int i = state.first; i < operations.size() && operations.get(i).called < firstReturn; i++) {
            if (!state.done.contains(i)) {
                firstReturn = Math.min(firstReturn, operations.get(i).returned);
                long version = apply(operations.get(i).effect, state.version);
                if (version != IMPOSSIBLE) {
                    pending.push(after(state, i, version));
                }
            }
        }
    }

    private static State after(State state, int operation, long version) {
        Set<Integer> done = new HashSet<>(state.done);
        done.add(operation);
        int first = state.first;
        while (done.remove(first)) {
            first++;
        }
        return new State(first, done, version);
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
