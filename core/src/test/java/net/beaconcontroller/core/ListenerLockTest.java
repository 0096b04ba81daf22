package net.beaconcontroller.core;

import static net.beaconcontroller.core.ControllerFixture.EACH_DESIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import net.beaconcontroller.api.Initializer;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A listener that waits for another thread would deadlock if it was called under a lock that the other thread needs.
 */
@Tag(EACH_DESIGN)
class ListenerLockTest {
    private final Set<String> calls = ConcurrentHashMap.newKeySet();
    private final Queue<String> locksHeld = new ConcurrentLinkedQueue<>();

    /** Records the locks that the calling thread holds, except those of the JDK's selectors. */
    private void record(String call) {
        ThreadInfo[] infos = ManagementFactory.getThreadMXBean()
                .getThreadInfo(new long[] {Thread.currentThread().threadId()}, true, true);
        Stream.of(infos[0].getLockedMonitors(), infos[0].getLockedSynchronizers())
                .<LockInfo>flatMap(Arrays::stream)
                .map(LockInfo::getClassName)
                .filter(name -> !name.startsWith("sun.nio.ch.") && !name.startsWith("java.util.Collections$"))
                .forEach(name -> locksHeld.add(call + " under " + name));
        calls.add(call);
    }

    /** An application that records each call, and registers a second one from within a call. */
    private final class Application implements PacketInListener, MessageListener, SwitchListener, Initializer {
        private final ControllerFixture fixture;

        Application(ControllerFixture fixture) {
            this.fixture = fixture;
        }

        @Override
        public CompletionStage<?> initialize(Switch sw) {
            record("initializer");
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public Next packetIn(Switch sw, PacketInContext in) {
            record("packet-in");
            SwitchListener late = event -> record("late " + event.getClass().getSimpleName());
            fixture.controller.register("late", late);
            sw.execute(() -> record("task"));
            sw.after(Duration.ofMillis(1), () -> record("timer"));
            var _ = sw.request(new BarrierRequest()).thenRun(() -> record("reply"));
            return Next.PASS;
        }

        @Override
        public Next message(Switch sw, long xid, Message message) {
            record(message.getClass().getSimpleName());
            return Next.PASS;
        }

        @Override
        public void switchEvent(SwitchEvent event) {
            record(event.getClass().getSimpleName());
            if (event instanceof SwitchEvent.Connected(Switch sw)) {
                var _ = sw.request(new BarrierRequest()).whenComplete((_, _) -> record("reply or failure"));
            }
        }
    }

    /** The log calls this exception for its message. */
    private final class RecordingException extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            record("message of an exception");
            return "as tested";
        }
    }

    @Test
    void noExceptionOfAListenerIsLoggedUnderALockOfTheController() throws Exception {
        try (var fixture = new ControllerFixture()) {
            fixture.controller.register("failing", (PacketInListener) (_, _) -> {
                throw new RecordingException();
            });
            fixture.connect(1, Version.OF13).send(ControllerFixture.packetIn(1));
            await().untilAsserted(() -> assertThat(calls).contains("message of an exception"));
        }
        assertThat(locksHeld).noneMatch(lock -> lock.contains("net.beaconcontroller"));
    }

    @Test
    void noListenerIsCalledUnderALock() throws Exception {
        ControllerOptions options = ControllerFixture.oneLoop()
                .withTimeouts(ControllerOptions.Timeouts.DEFAULT.withTakeOver(Duration.ofMillis(100)));
        try (var fixture = new ControllerFixture(options)) {
            fixture.controller.register("application", new Application(fixture));
            ScriptedSwitch older = fixture.connect(1, Version.OF13);
            older.send(ControllerFixture.packetIn(1));
            older.send(new FlowRemoved(0, 0, 0, 0, 0, 0, Stats.of(0, 0, 0, 0), Match.ANY));
            Port first = older.ports().getFirst();
            older.send(new PortStatus(PortStatus.Reason.MODIFY, first.withLink(false)));
            await().untilAsserted(() -> assertThat(calls).contains("timer", "reply", "PortDown"));
            // The newer connection is on the same loop, so its thread disconnects the older one.
            older.ignore(MessageType.ECHO_REQUEST);
            fixture.connect(1, Version.OF13);
            await().untilAsserted(() -> assertThat(calls)
                    .containsAll(List.of(
                            "initializer",
                            "Connected",
                            "Disconnected",
                            "packet-in",
                            "task",
                            "FlowRemoved",
                            "late Connected",
                            "late Disconnected",
                            "reply or failure")));
        }
        assertThat(locksHeld).isEmpty();
    }
}
