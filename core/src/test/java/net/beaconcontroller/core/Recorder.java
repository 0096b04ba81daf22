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
    record Call(Switch sw, Object argument, Thread thread) {}

    final Queue<Call> calls = new ConcurrentLinkedQueue<>();

    @Override
    public Next packetIn(Switch sw, PacketInContext in) {
        calls.add(new Call(sw, in.copy(), Thread.currentThread()));
        return Next.PASS;
    }

    @Override
    public Next message(Switch sw, long xid, Message message) {
        calls.add(new Call(sw, message, Thread.currentThread()));
        return Next.PASS;
    }

    @Override
    public void switchEvent(SwitchEvent event) {
        calls.add(new Call(event.sw(), event, Thread.currentThread()));
    }

    <T> List<T> all(Class<T> type) {
        return calls.stream()
                .map(Call::argument)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    <T> T awaitFirst(Class<T> type) {
        return awaitCount(type, 1).getFirst();
    }

    <T> List<T> awaitCount(Class<T> type, int count) {
        await().untilAsserted(() -> assertThat(all(type)).hasSizeGreaterThanOrEqualTo(count));
        return all(type);
    }
}
