package net.beaconcontroller.core;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import net.beaconcontroller.api.Initializer;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.LookaheadListener;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.SwitchListener;
import org.jspecify.annotations.Nullable;

/**
 * Who hears what, in which order. A change makes a new {@link Snapshot}, and every loop adopts it between two messages; so
 * the loops walk plain arrays, no message is lost, and when all have adopted, nobody is in a listener that was removed.
 */
final class Pipelines {
    private static final System.Logger LOG = System.getLogger(Pipelines.class.getName());
    private static final int ADOPTION_SECONDS = 5;

    /** A listener and the application it belongs to. */
    record Member(String application, Listener listener) {}

    /** The order of one moment. Never changed once made. */
    static final class Snapshot {
        final PacketInListener[] packetIn;
        final LookaheadListener[] lookahead;
        final MessageListener[] message;
        final SwitchListener[] switches;
        final Initializer[] initializers;

        Snapshot(List<Member> ordered) {
            packetIn = of(ordered, PacketInListener.class, PacketInListener[]::new);
            lookahead = of(ordered, LookaheadListener.class, LookaheadListener[]::new);
            message = of(ordered, MessageListener.class, MessageListener[]::new);
            switches = of(ordered, SwitchListener.class, SwitchListener[]::new);
            initializers = of(ordered, Initializer.class, Initializer[]::new);
        }

        private static <T> T[] of(List<Member> ordered, Class<T> type, IntFunction<T[]> array) {
            return ordered.stream()
                    .map(Member::listener)
                    .filter(type::isInstance)
                    .map(type::cast)
                    .toArray(array);
        }
    }

    private final Order order;
    private final List<Loop> loops;
    private List<Member> members = List.of();

    Pipelines(Order order, List<Loop> loops) {
        this.order = order;
        this.loops = loops;
    }

    Registration add(String application, Listener listener) {
        var member = new Member(application, listener);
        change(member, true);
        var removed = new AtomicBoolean();
        return () -> {
            if (!removed.getAndSet(true)) {
                change(member, false);
            }
        };
    }

    private void change(Member member, boolean joins) {
        CountDownLatch adopted;
        synchronized (this) { // every loop is handed the snapshots in the same order
            var changed = new ArrayList<>(members);
            if (joins) {
                changed.add(member);
            } else {
                changed.removeIf(other -> other == member);
            }
            members = order.sort(changed);
            adopted = handOut(new Snapshot(members), joins ? member.listener : null);
        }
        awaitAdoption(adopted, member);
    }

    private CountDownLatch handOut(Snapshot snapshot, @Nullable Listener joining) {
        var adopted = new CountDownLatch(loops.size());
        for (Loop loop : loops) {
            Runnable adopt = () -> {
                try {
                    loop.adopt(snapshot, joining);
                } finally {
                    adopted.countDown();
                }
            };
            if (loop.isCurrentThread()) {
                adopt.run();
            } else if (!loop.execute(adopt)) {
                adopted.countDown();
            }
        }
        return adopted;
    }

    private void awaitAdoption(CountDownLatch adopted, Member member) {
        if (loops.stream().anyMatch(Loop::isCurrentThread)) {
            return; // two loops that wait for each other would wait for ever
        }
        try {
            if (!adopted.await(ADOPTION_SECONDS, TimeUnit.SECONDS)) {
                LOG.log(
                        Level.WARNING,
                        "an event loop is stuck in a listener: after %d s it has not noticed a change of application %s"
                                .formatted(ADOPTION_SECONDS, member.application));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
