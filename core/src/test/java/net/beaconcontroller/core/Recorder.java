package net.beaconcontroller.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.openflow.message.Message;

/** A listener that records all calls in order. */
final class Recorder implements PacketInListener, MessageListener, SwitchListener {
    /** A call: the message or event, its switch and the thread. */
    record Heard(Switch sw, Object what, Thread thread) {}

    final Queue<Heard> heard = new ConcurrentLinkedQueue<>();

    @Override
    public Next packetIn(Switch sw, PacketInContext in) {
        heard.add(new Heard(sw, in.copy(), Thread.currentThread()));
        return Next.PASS;
    }

    @Override
    public Next message(Switch sw, long xid, Message message) {
        heard.add(new Heard(sw, message, Thread.currentThread()));
        return Next.PASS;
    }

    @Override
    public void switchEvent(SwitchEvent event) {
        heard.add(new Heard(event.sw(), event, Thread.currentThread()));
    }

    <T> List<T> all(Class<T> kind) {
        return heard.stream()
                .map(Heard::what)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    <T> T awaitFirst(Class<T> kind) {
        return awaitCount(kind, 1).getFirst();
    }

    <T> List<T> awaitCount(Class<T> kind, int count) {
        await().untilAsserted(() -> assertThat(all(kind)).hasSizeGreaterThanOrEqualTo(count));
        return all(kind);
    }
}
