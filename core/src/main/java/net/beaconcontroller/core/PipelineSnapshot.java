package net.beaconcontroller.core;

import java.util.List;
import java.util.function.IntFunction;
import net.beaconcontroller.api.Initializer;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.PrefetchListener;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.core.PipelineRegistry.Member;

/** The listeners at one moment, in the order in which they run. Immutable. */
final class PipelineSnapshot {
    static final PipelineSnapshot EMPTY = new PipelineSnapshot(0, List.of());

    /** Increases with each change. */
    final long number;

    final PacketInListener[] packetIn;
    /**
     * The number of observers at the start of {@link #packetIn}: a packet-in that one stops still passes the others.
     */
    final int packetInObservers;

    final PrefetchListener[] prefetch;
    final MessageListener[] message;
    /** The number of observers at the start of {@link #message}. */
    final int messageObservers;

    final SwitchListener[] switches;
    final Initializer[] initializers;
    /** For each of {@link #switches}, the number of the snapshot that added it. */
    final long[] joined;

    /**
     * Creates a snapshot.
     *
     * @param ordered the listeners in the order in which they run
     */
    PipelineSnapshot(long number, List<Member> ordered) {
        this.number = number;
        List<Member> observers = ordered.stream()
                .takeWhile(member -> member.stage() == Stage.OBSERVE)
                .toList();
        packetIn = of(ordered, PacketInListener.class, PacketInListener[]::new);
        packetInObservers = of(observers, PacketInListener.class, PacketInListener[]::new).length;
        prefetch = of(ordered, PrefetchListener.class, PrefetchListener[]::new);
        message = of(ordered, MessageListener.class, MessageListener[]::new);
        messageObservers = of(observers, MessageListener.class, MessageListener[]::new).length;
        switches = of(ordered, SwitchListener.class, SwitchListener[]::new);
        initializers = of(ordered, Initializer.class, Initializer[]::new);
        joined = ordered.stream()
                .filter(member -> member.listener() instanceof SwitchListener)
                .mapToLong(Member::joined)
                .toArray();
    }

    private static <T> T[] of(List<Member> members, Class<T> type, IntFunction<T[]> array) {
        return members.stream()
                .map(Member::listener)
                .filter(type::isInstance)
                .map(type::cast)
                .toArray(array);
    }
}
