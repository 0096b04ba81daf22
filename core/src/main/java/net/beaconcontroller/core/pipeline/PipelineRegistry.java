package net.beaconcontroller.core.pipeline;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Stage;

/**
 * The registered listeners and their order. A change creates a new {@link PipelineSnapshot}, which every thread adopts
 * between two messages. So the threads iterate over plain arrays, no message is lost, and when all threads have adopted
 * a snapshot, no thread is in a listener that it no longer contains. Safe for use by several threads.
 */
public final class PipelineRegistry {
    private static final System.Logger LOG = System.getLogger("pipeline");

    /** The time that a change waits for a thread that is in a call of a listener. */
    static final Duration ADOPTION_TIME = Duration.ofSeconds(5);

    /**
     * A registered listener.
     *
     * @param statistics identifies it, and has its application
     * @param joined the number of the first snapshot that contains it
     */
    public record Member(CallStatistics statistics, Listener listener, long joined) {
        ApplicationAccount account() {
            return statistics.account();
        }

        /** Returns the name of the application. */
        public String application() {
            return account().name();
        }

        Stage stage() {
            return annotation().map(Pipeline::value).orElse(Stage.OBSERVE);
        }

        /** Returns whether the class of the listener has the annotation {@link Pipeline}. */
        boolean isPlaced() {
            return annotation().isPresent();
        }

        /** Returns the applications of the same stage that run before this one. */
        List<String> after() {
            return annotation().map(Pipeline::after).map(Arrays::asList).orElse(List.of());
        }

        /** Returns the applications of the same stage that run after this one. */
        List<String> before() {
            return annotation().map(Pipeline::before).map(Arrays::asList).orElse(List.of());
        }

        ListenerStatistics measurements() {
            return new ListenerStatistics(
                    application(),
                    ApplicationAccount.className(listener),
                    statistics.failures(),
                    Duration.ofNanos(statistics.totalNanos()));
        }

        private Optional<Pipeline> annotation() {
            return Optional.ofNullable(listener.getClass().getAnnotation(Pipeline.class));
        }
    }

    /** The threads that call the listeners. */
    public interface Callers {
        List<? extends ListenerThread> threads();

        /** Publishes a snapshot, before the threads adopt it. */
        default void publish(PipelineSnapshot snapshot) {}

        /**
         * Informs new listeners of the active switches, after all threads have adopted a snapshot, unless
         * {@link ListenerThread#adopt} has informed them.
         *
         * @return completes when this is done
         */
        default CompletableFuture<?> introduce() {
            return CompletableFuture.completedFuture(null);
        }
    }

    private final ListenerOrder order;
    private final Callers callers;
    private final List<? extends ListenerThread> threads;
    private final Duration adoptionTime;
    /** The latest adoption of each thread. */
    private final Map<ListenerThread, CompletableFuture<Void>> adoptions = new LinkedHashMap<>();

    /** The threads for which a change has waited in vain. Further ones do not wait for them until they adopt again. */
    private final Set<ListenerThread> blocked = ConcurrentHashMap.newKeySet();

    /** All listeners, also those of quarantined applications. */
    private List<Member> members = List.of();

    private long number;
    private boolean started;
    private String logged = "";

    public PipelineRegistry(ListenerOrder order, Callers callers) {
        this(order, callers, ADOPTION_TIME);
    }

    public PipelineRegistry(ListenerOrder order, Callers callers, Duration adoptionTime) {
        this.order = order;
        this.callers = callers;
        this.threads = callers.threads();
        this.adoptionTime = adoptionTime;
    }

    /** Logs the order, now and whenever a listener that is added changes it. */
    public synchronized void start() {
        started = true;
        logOrder();
    }

    private void logOrder() {
        String description = order.describe(active());
        if (started && !description.equals(logged)) {
            logged = description;
            LOG.log(Level.INFO, description);
        }
    }

    private List<Member> active() {
        return members.stream().filter(member -> member.account().isActive()).toList();
    }

    /**
     * Replaces listeners by others in one change: each message passes either the old or the new ones. New listeners are
     * called unless their application is quarantined.
     *
     * @param application the name of the application, for the log
     * @param old the statistics of the listeners to remove
     * @param added the listeners to add by their statistics
     */
    public void replace(String application, Set<CallStatistics> old, Map<CallStatistics, Listener> added) {
        CompletableFuture<?> adopted = change(changed -> {
            changed.removeIf(member -> old.contains(member.statistics()));
            added.forEach((statistics, listener) -> changed.add(new Member(statistics, listener, number)));
        });
        awaitAdoption(adopted, application);
    }

    /** Removes the listeners of an application. */
    public void removeAll(ApplicationAccount application) {
        awaitAdoption(
                change(changed -> changed.removeIf(member -> member.account() == application)), application.name());
    }

    /**
     * Quarantines an application. Each thread leaves its listeners out from its next message on. Does not wait, because
     * a thread may be in a call that does not return.
     */
    public void suspend(ApplicationAccount application, String reason) {
        var _ = change(_ -> application.setQuarantine(reason));
    }

    /** Adds the suspended listeners of an application again. They receive all active switches as new ones. */
    public void resume(ApplicationAccount application) {
        awaitAdoption(
                change(changed -> changed.replaceAll(member -> member.account() == application
                        ? new Member(member.statistics(), member.listener(), number)
                        : member)),
                application.name());
    }

    /** Returns the pipelines, one for each kind. */
    public synchronized List<PipelineDescription> describe() {
        return order.explain(active());
    }

    /** Returns the measurements of the listeners of applications that are not quarantined, in their order. */
    public synchronized List<ListenerStatistics> statistics() {
        return active().stream().map(Member::measurements).toList();
    }

    /** Applies a change. Returns a future that completes when all threads have adopted it. */
    private CompletableFuture<?> change(Consumer<List<Member>> change) {
        PipelineSnapshot snapshot;
        List<CompletableFuture<Void>> awaited;
        // each other thread receives the snapshots in the order of their numbers
        synchronized (this) {
            number++;
            int before = members.size();
            var changed = new ArrayList<>(members);
            change.accept(changed);
            members = order.sort(changed);
            if (changed.size() > before) {
                logOrder();
            }
            snapshot = new PipelineSnapshot(number, active());
            callers.publish(snapshot);
            threads.forEach(thread -> thread.publish(snapshot));
            awaited = handOut(snapshot);
        }
        // outside of the lock, because adopting calls listeners
        for (ListenerThread thread : threads) {
            if (thread.isCurrentThread()) {
                adopt(thread, snapshot);
            }
        }
        return CompletableFuture.allOf(awaited.toArray(CompletableFuture[]::new))
                .thenCompose(_ -> callers.introduce());
    }

    /** Lets all threads but the current one adopt a snapshot. Returns the adoptions of those that are not blocked. */
    private List<CompletableFuture<Void>> handOut(PipelineSnapshot snapshot) {
        List<CompletableFuture<Void>> awaited = new ArrayList<>();
        for (ListenerThread thread : threads) {
            if (thread.isCurrentThread()) {
                continue;
            }
            var adoption = new CompletableFuture<Void>();
            adoptions.put(thread, adoption);
            if (!blocked.contains(thread)) {
                awaited.add(adoption);
            }
            Runnable adopt = () -> {
                try {
                    blocked.remove(thread);
                    adopt(thread, snapshot);
                } finally {
                    adoption.complete(null);
                }
            };
            if (!thread.execute(adopt)) {
                adoption.complete(null);
            }
        }
        return awaited;
    }

    /** Called on the thread. A snapshot that was overtaken by a change on this thread is obsolete. */
    private static void adopt(ListenerThread thread, PipelineSnapshot snapshot) {
        if (snapshot.number > thread.pipelines.number) {
            thread.adopt(snapshot);
        }
    }

    private void awaitAdoption(CompletableFuture<?> adopted, String application) {
        if (threads.stream().anyMatch(ListenerThread::isCurrentThread)) {
            // two listener threads that wait for each other would deadlock
            return;
        }
        try {
            adopted.get(adoptionTime.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            noteBlocked();
            LOG.log(
                    Level.WARNING,
                    "a listener is blocked: after %d ms its thread has not adopted the change of application %s"
                            .formatted(adoptionTime.toMillis(), application));
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void noteBlocked() {
        adoptions.forEach((thread, adoption) -> {
            blocked.add(thread);
            if (adoption.isDone()) {
                blocked.remove(thread);
            }
        });
    }
}
