package net.beaconcontroller.routing;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PerSwitch;
import net.beaconcontroller.api.Switch;
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
 * repetition. The packets of a switch belong to its loop.
 */
final class HeldPackets {
    private static final int MAX_PER_PORT = 8;
    private static final int MAX_PER_SWITCH = 256;

    /** Older packets are dropped: hosts have repeated them. */
    private static final long MAX_AGE_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final Condition condition;
    private final PerSwitch<ArrayDeque<Held>> packets = PerSwitch.of(ArrayDeque::new);
    /** The switches with held packets. */
    private final Set<Switch> holding = ConcurrentHashMap.newKeySet();

    private record Held(SwitchPort at, Bytes frame, long receivedNanos) {}

    /** Whether a packet that was received at a port can be forwarded now. */
    interface Condition {
        boolean isDecided(SwitchPort at, Ethernet frame);
    }

    HeldPackets(Condition condition) {
        this.condition = condition;
    }

    /** Holds a packet. Returns whether there is room for it, and it is complete. On the loop of the switch. */
    boolean hold(Switch sw, SwitchPort at, PacketInContext in) {
        ArrayDeque<Held> here = packets.of(sw);
        dropBefore(here, in.receivedNanos() - MAX_AGE_NANOS);
        if (in.isTruncated()
                || here.size() >= MAX_PER_SWITCH
                || here.stream().filter(held -> held.at.equals(at)).count() >= MAX_PER_PORT) {
            return false;
        }
        here.add(new Held(at, Flooder.frame(in), in.receivedNanos()));
        holding.add(sw);
        return true;
    }

    private static void dropBefore(ArrayDeque<Held> here, long nanos) {
        while (!here.isEmpty() && here.getFirst().receivedNanos - nanos < 0) {
            here.removeFirst();
        }
    }

    /** Sends the packets that can be forwarded now. Called by any thread when the topology or a device has changed. */
    void release() {
        holding.forEach(sw -> sw.execute(() -> release(sw)));
    }

    private void release(Switch sw) {
        ArrayDeque<Held> here = packets.of(sw);
        dropBefore(here, System.nanoTime() - MAX_AGE_NANOS);
        var frame = new Ethernet();
        for (Iterator<Held> all = here.iterator(); all.hasNext(); ) {
            Held held = all.next();
            byte[] bytes = held.frame.toArray();
            frame.wrap(bytes, 0, bytes.length);
            if (condition.isDecided(held.at, frame)) {
                all.remove();
                sw.send(new PacketOut(
                        PacketIn.NO_BUFFER, held.at.port(), List.of(new Action.Output(PortNumber.TABLE)), held.frame));
            }
        }
        if (here.isEmpty()) {
            holding.remove(sw);
        }
    }

    /** Forgets a switch that is disconnected. */
    void disconnected(Switch sw) {
        holding.remove(sw);
    }
}
