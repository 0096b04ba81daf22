package net.beaconcontroller.routing;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.topology.SwitchPort;

/**
 * Packets that cannot be forwarded yet, because discovery has not classified their port, the move of their source is
 * being verified, or the host that they are in transit to is detached. When that is decided, they are sent through the
 * flow tables of their switch, as if they were received then, so that a host does not have to wait for its own
 * repetition. Those that are dropped instead are counted with the reason why they were held. The packets of a switch
 * belong to its loop.
 */
final class HeldPackets {
    private static final int MAX_PER_PORT = 8;
    private static final int MAX_PER_SWITCH = 256;

    /** Older packets are dropped: hosts have repeated them. */
    private static final Duration MAX_AGE = Duration.ofSeconds(3);

    private final Condition condition;
    private final Time time;
    private final EnumCounters<ForwardingOutcome> counters;
    /** The switches with held packets. */
    private final Map<Switch, Queue> bySwitch = new ConcurrentHashMap<>();

    private final AtomicInteger count = new AtomicInteger();

    /** @param dropped the outcome if the packet is dropped */
    private record Held(SwitchPort at, Bytes frame, long receivedNanos, ForwardingOutcome dropped) {
        boolean isOld(long nowNanos) {
            return nowNanos - receivedNanos >= MAX_AGE.toNanos();
        }
    }

    /** The packets of a switch, the oldest first, and the timer that drops them. */
    private static final class Queue {
        final ArrayDeque<Held> packets = new ArrayDeque<>();
        Registration timer = () -> {};

        boolean hasRoomFor(SwitchPort at) {
            return packets.size() < MAX_PER_SWITCH
                    && packets.stream().filter(held -> held.at.equals(at)).count() < MAX_PER_PORT;
        }
    }

    /** Whether a packet that was received at a port can be forwarded now. */
    interface Condition {
        boolean isDecided(SwitchPort at, Ethernet frame);
    }

    HeldPackets(Condition condition, EnumCounters<ForwardingOutcome> counters, Time time) {
        this.time = time;
        this.condition = condition;
        this.counters = counters;
    }

    /** Returns the number of packets that are held now. Safe for use by any thread. */
    int count() {
        return count.get();
    }

    /**
     * Holds a packet if there is room for it, and it is complete; else counts it as dropped. On the loop of the switch.
     *
     * @param dropped the outcome if the packet is dropped, now or later
     */
    void hold(Switch sw, SwitchPort at, PacketInContext in, ForwardingOutcome dropped) {
        dropOld(sw, in.receivedNanos());
        Queue queue = bySwitch.get(sw);
        if (in.isTruncated() || (queue != null && !queue.hasRoomFor(at))) {
            counters.increment(dropped);
            return;
        }
        if (queue == null) {
            queue = new Queue();
            bySwitch.put(sw, queue);
            dropOldAfter(sw, queue, MAX_AGE);
        }
        count.incrementAndGet();
        queue.packets.add(new Held(at, Flooder.frame(in), in.receivedNanos(), dropped));
        counters.increment(ForwardingOutcome.HELD);
    }

    private void dropOldAfter(Switch sw, Queue queue, Duration delay) {
        queue.timer = sw.after(delay, () -> {
            long now = time.nanos();
            dropOld(sw, now);
            Held oldest = queue.packets.peekFirst();
            if (oldest != null) {
                dropOldAfter(sw, queue, MAX_AGE.minusNanos(now - oldest.receivedNanos));
            }
        });
    }

    private void dropOld(Switch sw, long nowNanos) {
        Queue queue = bySwitch.get(sw);
        if (queue == null) {
            return;
        }
        while (!queue.packets.isEmpty() && queue.packets.getFirst().isOld(nowNanos)) {
            count.decrementAndGet();
            counters.increment(queue.packets.removeFirst().dropped);
        }
        removeIfEmpty(sw, queue);
    }

    private void removeIfEmpty(Switch sw, Queue queue) {
        if (queue.packets.isEmpty()) {
            queue.timer.close();
            bySwitch.remove(sw);
        }
    }

    /** Sends the packets that can be forwarded now. Called by any thread when the topology or a device has changed. */
    void release() {
        bySwitch.keySet().stream()
                .sorted(Comparator.comparingLong(Switch::datapathId))
                .forEach(sw -> sw.execute(() -> release(sw)));
    }

    private void release(Switch sw) {
        dropOld(sw, time.nanos());
        Queue queue = bySwitch.get(sw);
        if (queue == null) {
            return;
        }
        var frame = new Ethernet();
        for (Iterator<Held> all = queue.packets.iterator(); all.hasNext(); ) {
            Held held = all.next();
            byte[] bytes = held.frame.toArray();
            frame.wrap(bytes, 0, bytes.length);
            if (condition.isDecided(held.at, frame)) {
                all.remove();
                count.decrementAndGet();
                sw.send(new PacketOut(
                        PacketIn.NO_BUFFER, held.at.port(), List.of(new Action.Output(PortNumber.TABLE)), held.frame));
            }
        }
        removeIfEmpty(sw, queue);
    }

    /** Drops the packets of a switch that is disconnected. On its loop. */
    void disconnected(Switch sw) {
        Queue queue = bySwitch.remove(sw);
        if (queue != null) {
            queue.timer.close();
            count.addAndGet(-queue.packets.size());
            queue.packets.forEach(held -> counters.increment(held.dropped));
        }
    }
}
