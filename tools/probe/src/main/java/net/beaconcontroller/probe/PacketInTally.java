package net.beaconcontroller.probe;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.switchkit.ReceivedMessage;
import org.HdrHistogram.Histogram;

/** Finds the answers to packet-ins. Keeps the latest {@value #MAX_OUTSTANDING} without an answer. Thread-safe. */
final class PacketInTally {
    private static final int MAX_OUTSTANDING = 1 << 16;

    /** The packet-ins without an answer, by their buffer id, the oldest first. */
    private final Map<Long, Sent> outstanding = new LinkedHashMap<>();

    /** The buffer ids of these, by their frame. */
    private final Map<Bytes, Long> byFrame = new HashMap<>();

    private final Histogram roundTrips = PacketInStatistics.histogram();
    private long sent;

    private record Sent(PacketInMessage packet, long nanos) {}

    /** Notes that a packet-in is sent, or was to be sent at this time. */
    synchronized void sent(PacketInMessage packet, long nanos) {
        sent++;
        outstanding.put(packet.packet().bufferId(), new Sent(packet, nanos));
        byFrame.put(packet.packet().data(), packet.packet().bufferId());
        if (outstanding.size() > MAX_OUTSTANDING) {
            remove(outstanding.keySet().iterator().next());
        }
    }

    private void remove(long bufferId) {
        Sent removed = outstanding.remove(bufferId);
        if (removed != null) {
            byFrame.remove(removed.packet.packet().data());
        }
    }

    /** Notes a message of the controller, which may be the answer to a packet-in. */
    synchronized void received(ReceivedMessage message) {
        long id = message.envelope()
                .map(envelope -> switch (envelope.message()) {
                    case PacketOut out ->
                        out.bufferId() == PacketIn.NO_BUFFER
                                ? byFrame.getOrDefault(out.data(), PacketIn.NO_BUFFER)
                                : out.bufferId();
                    case FlowMod mod -> mod.bufferId();
                    default -> PacketIn.NO_BUFFER;
                })
                .orElse(PacketIn.NO_BUFFER);
        Sent packet = outstanding.get(id);
        if (packet != null && packet.packet.isAnsweredBy(message)) {
            roundTrips.recordValue(Math.max(0, TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - packet.nanos)));
            remove(id);
            notifyAll();
        }
    }

    /** Waits until all packet-ins are answered, or the time has passed. */
    synchronized void awaitAnswers(Duration within) throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        for (long left = within.toNanos(); !outstanding.isEmpty() && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    synchronized PacketInStatistics statistics() {
        return new PacketInStatistics(sent, roundTrips.copy());
    }
}
