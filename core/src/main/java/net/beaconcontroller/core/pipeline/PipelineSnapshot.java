package net.beaconcontroller.core.pipeline;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.api.FlowReconciler;
import net.beaconcontroller.api.Initializer;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.api.PacketInBatchListener;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.core.pipeline.PipelineRegistry.Member;

/** The listeners at one moment, in the order in which they run. Immutable. */
public final class PipelineSnapshot {
    public static final PipelineSnapshot EMPTY = new PipelineSnapshot(0, List.of());

    /** Increases with each change. */
    public final long number;

    private final List<Member> members;

    /** The listeners of packet-ins. */
    final PacketInBatchListener[] packetIn;
    /** The statistics of the listeners in {@link #packetIn} and {@link #singlePacketIn}, by the same index. */
    final CallStatistics[] packetInStatistics;
    /** The same listeners if all of them take single packet-ins, which are then not gathered; else empty. */
    public final PacketInListener[] singlePacketIn;
    /**
     * The number of observers at the start of {@link #packetIn}: a packet-in that one stops still passes the others.
     */
    final int packetInObservers;

    public final MessageListener[] message;

    public final CallStatistics[] messageStatistics;
    /** The number of observers at the start of {@link #message}. */
    public final int messageObservers;

    public final SwitchListener[] switches;
    public final CallStatistics[] switchStatistics;
    public final Initializer[] initializers;
    public final CallStatistics[] initializerStatistics;
    /** The cookies of the flows that the applications reconcile. */
    public final List<CookieRange> reconciledFlows;
    /** For each of {@link #switches}, the number of the snapshot that added it. */
    public final long[] joined;

    /**
     * Creates a snapshot.
     *
     * @param ordered the listeners in the order in which they run
     */
    public PipelineSnapshot(long number, List<Member> ordered) {
        this.number = number;
        this.members = ordered;
        List<Member> observers = ordered.stream()
                .takeWhile(member -> member.stage() == Stage.OBSERVE)
                .toList();
        packetIn = packetInListeners(ordered);
        packetInStatistics = statistics(ordered, PipelineKind.PACKET_IN);
        packetInObservers = packetInListeners(observers).length;
        singlePacketIn = Arrays.stream(packetIn).allMatch(OneAtATime.class::isInstance)
                ? of(ordered, PacketInListener.class, PacketInListener[]::new)
                : new PacketInListener[0];
        message = of(ordered, MessageListener.class, MessageListener[]::new);
        messageStatistics = statistics(ordered, PipelineKind.MESSAGE);
        messageObservers = of(observers, MessageListener.class, MessageListener[]::new).length;
        switches = of(ordered, SwitchListener.class, SwitchListener[]::new);
        switchStatistics = statistics(ordered, PipelineKind.SWITCH_EVENT);
        initializers = of(ordered, Initializer.class, Initializer[]::new);
        initializerStatistics = statistics(ordered, PipelineKind.INITIALIZER);
        reconciledFlows = Arrays.stream(of(ordered, FlowReconciler.class, FlowReconciler[]::new))
                .map(FlowReconciler::reconciledFlows)
                .toList();
        joined = ordered.stream()
                .filter(member -> member.listener() instanceof SwitchListener)
                .mapToLong(Member::joined)
                .toArray();
    }

    /** Returns this snapshot without the listeners of some applications. */
    public PipelineSnapshot without(Set<ApplicationAccount> applications) {
        return new PipelineSnapshot(
                number,
                members.stream()
                        .filter(member ->
                                !applications.contains(member.statistics().account()))
                        .toList());
    }

    /** Lets a listener of single packet-ins take the first one of each batch. */
    private record OneAtATime(PacketInListener listener) implements PacketInBatchListener {
        @Override
        public void packetIns(Switch sw, PacketInBatch batch) {
            if (listener.packetIn(sw, batch.packetIn()) == Next.STOP) {
                batch.stop();
            } else {
                batch.pass();
            }
        }
    }

    private static PacketInBatchListener[] packetInListeners(List<Member> members) {
        return members.stream()
                .map(member -> switch (member.listener()) {
                    case PacketInBatchListener listener -> listener;
                    case PacketInListener listener -> new OneAtATime(listener);
                    default -> null;
                })
                .filter(Objects::nonNull)
                .toArray(PacketInBatchListener[]::new);
    }

    /** Returns the listener of an application that is called through an element of {@link #packetIn}. */
    static Listener original(PacketInBatchListener listener) {
        return listener instanceof OneAtATime(PacketInListener single) ? single : listener;
    }

    private static CallStatistics[] statistics(List<Member> members, PipelineKind kind) {
        return members.stream()
                .filter(member -> kind.includes(member.listener()))
                .map(Member::statistics)
                .toArray(CallStatistics[]::new);
    }

    private static <T> T[] of(List<Member> members, Class<T> type, IntFunction<T[]> array) {
        return members.stream()
                .map(Member::listener)
                .filter(type::isInstance)
                .map(type::cast)
                .toArray(array);
    }
}
