package net.beaconcontroller.io.tls;

import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.beaconcontroller.io.PeerNetwork;
import org.jspecify.annotations.Nullable;

/**
 * Runs the steps of TLS handshakes on its threads, a step of each {@linkplain PeerNetwork network} in turn (round
 * robin): a network that opens many connections delays its own.
 *
 * <p>Steps after the first of a handshake have precedence over first steps, so that when many peers connect at once,
 * some complete the handshake before the timeout of the others. A first step that waits still runs after
 * {@value #LATER_STEPS} of the others, so that peers cannot collect handshakes and then continue all of them at once.
 *
 * <p>A connection has at most one step, which it cancels when it is closed. So the limits of connections bound the
 * steps that wait. Thread-safe.
 */
final class HandshakeExecutor implements AutoCloseable {
    static final int LATER_STEPS = 3;

    private static final System.Logger LOG = System.getLogger(HandshakeExecutor.class.getName());

    private record Step(PeerNetwork peer, Runnable task) {}

    /** Steps that wait. Networks are served in turn, and the steps of each in their order. */
    private static final class FairQueue {
        /** The networks in the order of their turns. No set is empty. */
        private final LinkedHashMap<PeerNetwork, SequencedSet<Step>> byPeer = new LinkedHashMap<>();

        void add(Step step) {
            byPeer.computeIfAbsent(step.peer, _ -> new LinkedHashSet<>()).add(step);
        }

        void remove(Step step) {
            byPeer.computeIfPresent(step.peer, (_, steps) -> {
                steps.remove(step);
                return steps.isEmpty() ? null : steps;
            });
        }

        @Nullable
        Step poll() {
            Map.Entry<PeerNetwork, SequencedSet<Step>> turn = byPeer.pollFirstEntry();
            if (turn == null) {
                return null;
            }
            Step step = turn.getValue().removeFirst();
            if (!turn.getValue().isEmpty()) {
                byPeer.putLast(turn.getKey(), turn.getValue());
            }
            return step;
        }
    }

    private final int maxWorkers;
    private final ExecutorService threads;
    private final FairQueue firstSteps = new FairQueue();
    private final FairQueue laterSteps = new FairQueue();
    /** The number of later steps in succession. */
    private int succession;

    /** The number of tasks that run steps until none waits. */
    private int workers;

    private boolean isClosed;

    HandshakeExecutor(int threads) {
        this.maxWorkers = threads;
        this.threads = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().name("beacon-tls-", 0).daemon().factory());
    }

    /** Returns what runs the steps of one connection. */
    TlsTransport.Steps connection(PeerNetwork peer) {
        return new TlsTransport.Steps() {
            private boolean hasBegun;

            @Override
            public Runnable execute(Runnable task) {
                FairQueue queue = hasBegun ? laterSteps : firstSteps;
                hasBegun = true;
                var step = new Step(peer, task);
                add(queue, step);
                return () -> remove(queue, step);
            }
        };
    }

    private synchronized void add(FairQueue queue, Step step) {
        if (isClosed) {
            return;
        }
        queue.add(step);
        if (workers < maxWorkers) {
            workers++;
            threads.execute(this::work);
        }
    }

    private synchronized void remove(FairQueue queue, Step step) {
        queue.remove(step);
    }

    private void work() {
        for (Step step = next(); step != null; step = next()) {
            try {
                step.task.run();
            } catch (RuntimeException | Error e) {
                LOG.log(Level.ERROR, "a step of a TLS handshake failed", e);
            }
        }
    }

    /** Removes the next step. Returns null, and no longer counts the worker, if none waits. */
    private synchronized @Nullable Step next() {
        Step step = isClosed ? null : poll();
        if (step == null) {
            workers--;
        }
        return step;
    }

    private @Nullable Step poll() {
        Step first = succession >= LATER_STEPS ? firstSteps.poll() : null;
        Step later = first == null ? laterSteps.poll() : null;
        succession = later == null ? 0 : succession + 1;
        return first != null ? first : later != null ? later : firstSteps.poll();
    }

    /** Ends the threads. Steps that wait do not run. */
    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        threads.shutdownNow();
    }
}
