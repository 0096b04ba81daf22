package net.beaconcontroller.core;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import net.beaconcontroller.api.Initializer;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.PrefetchListener;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.SwitchListener;

/**
 * Who hears what, in which order. A change makes a new {@link Snapshot}, and every loop adopts it between two messages; so
 * the loops walk plain arrays, no message is lost, and when all have adopted, nobody is in a listener that was removed.
 */
final class PipelineRegistry {
    private static final System.Logger LOG = System.getLogger(PipelineRegistry.class.getName());
    private static final int ADOPTION_SECONDS = 5;

    /**
     * A listener and the application it belongs to.
     *
     * @param joined the number of the first snapshot that has it
     */
    record Member(String application, Listener listener, long joined) {}

    /** The order of one moment. Never changed once made. */
    static final class Snapshot {
        static final Snapshot EMPTY = new Snapshot(0, List.of());

        /** Later ones have higher numbers. */
        final long number;

        final PacketInListener[] packetIn;
        final PrefetchListener[] lookahead;
        final MessageListener[] message;
        final SwitchListener[] switches;
        final Initializer[] initializers;
        /** The number of the snapshot that each of {@link #switches} joined with. */
        final long[] joined;

        Snapshot(long number, List<Member> ordered) {
            this.number = number;
            packetIn = of(ordered, PacketInListener.class, PacketInListener[]::new);
            lookahead = of(ordered, PrefetchListener.class, PrefetchListener[]::new);
            message = of(ordered, MessageListener.class, MessageListener[]::new);
            switches = of(ordered, SwitchListener.class, SwitchListener[]::new);
            initializers = of(ordered, Initializer.class, Initializer[]::new);
            joined = ordered.stream()
                    .filter(member -> member.listener instanceof SwitchListener)
                    .mapToLong(Member::joined)
                    .toArray();
        }

        private static <T> T[] of(List<Member> ordered, Class<T> type, IntFunction<T[]> array) {
            return ordered.stream()
                    .map(Member::listener)
                    .filter(type::isInstance)
                    .map(type::cast)
                    .toArray(array);
        }
    }

    /** Who calls the listeners. */
    interface Callers {
        List<? extends ListenerThread> threads();

        /** There is a new order, which the threads will be told to adopt. */
        void publish(Snapshot snapshot);

        /** All have adopted it: tells those that joined of all switches, which is done when the result is. */
        CompletableFuture<?> introduce();
    }

    private final ListenerOrder order;
    private final Callers callers;
    private final List<? extends ListenerThread> threads;
    private List<Member> members = List.of();
    private long number;

    PipelineRegistry(ListenerOrder order, Callers callers) {
        this.order = order;
        this.callers = callers;
        this.threads = callers.threads();
    }

    Registration add(String application, Listener listener) {
        Member[] member = new Member[1];
        change(application, changed -> {
            member[0] = new Member(application, listener, number);
            changed.add(member[0]);
        });
        var removed = new AtomicBoolean();
        return () -> {
            if (!removed.getAndSet(true)) {
                change(application, changed -> changed.removeIf(other -> other == member[0]));
            }
        };
    }

    private void change(String application, Consumer<List<Member>> change) {
        CompletableFuture<?> adopted;
        synchronized (this) { // every thread is handed the snapshots in the same order
            number++;
            var changed = new ArrayList<>(members);
            change.accept(changed);
            members = order.sort(changed);
            adopted = handOut(new Snapshot(number, members));
        }
        awaitAdoption(adopted, application);
    }

    private CompletableFuture<?> handOut(Snapshot snapshot) {
        callers.publish(snapshot);
        List<CompletableFuture<Void>> adoptions = new ArrayList<>();
        for (ListenerThread thread : threads) {
            var adoption = new CompletableFuture<Void>();
            adoptions.add(adoption);
            Runnable adopt = () -> {
                try {
                    thread.adopt(snapshot);
                } finally {
                    adoption.complete(null);
                }
            };
            if (thread.isCurrentThread()) {
                adopt.run();
            } else if (!thread.execute(adopt)) {
                adoption.complete(null);
            }
        }
        return CompletableFuture.allOf(adoptions.toArray(CompletableFuture[]::new))
                .thenCompose(_ -> callers.introduce());
    }

    private void awaitAdoption(CompletableFuture<?> adopted, String application) {
        if (threads.stream().anyMatch(ListenerThread::isCurrentThread)) {
            return; // two loops that wait for each other would wait for ever
        }
        try {
            adopted.get(ADOPTION_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException _) {
            LOG.log(
                    Level.WARNING,
                    "a thread is stuck in a listener: after %d s it has not noticed a change of application %s"
                            .formatted(ADOPTION_SECONDS, application));
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
