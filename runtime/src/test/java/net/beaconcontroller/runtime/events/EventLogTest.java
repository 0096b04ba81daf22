package net.beaconcontroller.runtime.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.api.Event.Severity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventLogTest {
    private static final long FIRST = 1_000;

    private static boolean all(String type) {
        return true;
    }

    private final EventLog log = new EventLog(FIRST, 1 << 20);

    @AfterEach
    void close() {
        log.close();
    }

    private static Event event(String type, int number) {
        return new Event(type, "subject", Severity.INFO, "text " + number, Map.of("number", number));
    }

    /** Publishes events and waits until they can be read. */
    private void publish(EventLog into, String type, int count) {
        long before = into.lastId();
        for (int i = 0; i < count; i++) {
            into.publish(event(type, i));
            if (i % 1_000 == 999) {
                awaitId(into, before + i + 1);
            }
        }
        awaitId(into, before + count);
    }

    private static void awaitId(EventLog log, long id) {
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2)).until(() -> log.lastId() >= id);
    }

    private static List<Long> ids(EventLog.Batch batch) {
        return batch.events().stream().map(KeptEvent::id).toList();
    }

    private static List<Long> range(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    @Test
    void readsEventsInTheirOrderWithIdsThatGrowByOne() {
        publish(log, "link.added", 10);
        EventLog.Batch first = log.read(FIRST - 1, EventLogTest::all, 6);
        EventLog.Batch second = log.read(first.lastId(), EventLogTest::all, 6);
        assertThat(ids(first)).isEqualTo(range(FIRST, FIRST + 5));
        assertThat(ids(second)).isEqualTo(range(FIRST + 6, FIRST + 9));
        assertThat(second.lastId()).isEqualTo(FIRST + 9);
        assertThat(first.lostId()).isZero();
        assertThat(second.events().getLast().event()).isEqualTo(event("link.added", 9));
    }

    @Test
    void selectsTypes() {
        publish(log, "link.added", 2);
        publish(log, "log", 3);
        EventLog.Batch batch = log.read(FIRST - 1, "log"::equals, 10);
        assertThat(ids(batch)).isEqualTo(range(FIRST + 2, FIRST + 4));
        assertThat(log.newest("log"::equals, 2).stream().map(KeptEvent::id)).containsExactly(FIRST + 3, FIRST + 4);
    }

    @Test
    void reportsAGapToAReaderOfAnEarlierRun() {
        publish(log, "link.added", 3);
        EventLog.Batch batch = log.read(FIRST - 500, EventLogTest::all, 10);
        assertThat(batch.lostId()).isPositive();
        assertThat(batch.events()).hasSize(3);
        assertThat(log.read(FIRST + 500, EventLogTest::all, 10).lostId()).isPositive();
        assertThat(log.read(FIRST + 2, EventLogTest::all, 10).lostId()).isZero();
    }

    @Test
    void theIdsOfTheNextRunAreLarger() {
        publish(log, "link.added", 3);
        try (var first = new EventLog()) {
            publish(first, "link.added", 1);
            await().until(() -> {
                try (var second = new EventLog()) {
                    return second.lastId() >= first.lastId();
                }
            });
        }
    }

    @Test
    void aStormOfOneTypeDisplacesNoOtherType() {
        publish(log, "link.removed", 1);
        publish(log, "device.added", 20_000);
        List<KeptEvent> kept = log.newest(EventLogTest::all, 20_000);
        assertThat(kept.getFirst().type()).isEqualTo("link.removed");
        assertThat(kept).hasSizeBetween(500, 10_000);
        assertThat(kept.getLast().id()).isEqualTo(FIRST + 20_000);
        assertThat(log.read(FIRST - 1, "device.added"::equals, 10).lostId()).isPositive();
        assertThat(log.read(FIRST - 1, "link.removed"::equals, 10).lostId()).isZero();
        assertThat(log.read(FIRST + 19_990, EventLogTest::all, 10).lostId()).isZero();
    }

    @Test
    void manyTypesShareTheMemory() {
        for (int i = 0; i < 9_000; i++) {
            log.publish(event("type-" + i % 1_000, i));
        }
        awaitId(log, FIRST + 8_999);
        assertThat(log.newest(EventLogTest::all, 20_000)).hasSizeBetween(500, 5_000);
    }

    @Test
    void aSwitchThatFloodsTheLogDisplacesNoEventsOfOthersAndItsLossIsTold() {
        // keeps the thread of the log from appending
        synchronized (log) {
            for (int i = 0; i < 20_000; i++) {
                log.publish("switch 1", event("port.up", i));
            }
            for (int i = 0; i < 100; i++) {
                log.publish("switch 2", event("port.down", i));
            }
        }
        await().until(() -> !log.newest("events.dropped"::equals, 1).isEmpty());
        assertThat(log.newest("port.down"::equals, 1_000)).hasSize(100);
        Event dropped = log.newest("events.dropped"::equals, 1).getFirst().event();
        assertThat(dropped.subject()).isEqualTo("switch 1");
        assertThat((Integer) dropped.details().get("count"))
                .isBetween(20_000 - EventLog.SOURCE_CAPACITY - 100, 20_000 - EventLog.SOURCE_CAPACITY);
        assertThat(log.read(FIRST - 1, EventLogTest::all, 1).lostId()).isPositive();
    }

    @Test
    void cutsLongTextsAndLeavesOutLargeDetails() {
        log.publish(new Event("log", "a", Severity.WARNING, "x".repeat(5_000), Map.of("a", "y".repeat(50_000))));
        await().until(() -> log.lastId() == FIRST);
        Event event = log.newest(EventLogTest::all, 1).getFirst().event();
        assertThat(event.text()).hasSize(1_000).endsWith("x...");
        assertThat(event.details()).containsOnlyKeys("omitted");
    }

    @Test
    void keepsTheEventsOfManyThreads() {
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            var tasks = new ArrayList<CompletableFuture<Void>>();
            for (int i = 0; i < 4; i++) {
                String type = "thread-" + i;
                tasks.add(CompletableFuture.runAsync(
                        () -> {
                            for (int n = 0; n < 300; n++) {
                                log.publish(event(type, n));
                            }
                        },
                        threads));
            }
            CompletableFuture.allOf(tasks.toArray(CompletableFuture[]::new)).join();
        }
        await().until(() -> log.lastId() == FIRST + 1_199);
        assertThat(ids(log.read(FIRST - 1, EventLogTest::all, 2_000))).isEqualTo(range(FIRST, FIRST + 1_199));
        List<KeptEvent> ofOne = log.newest("thread-2"::equals, 1_000);
        assertThat(ofOne.stream().map(kept -> kept.event().text()))
                .containsExactlyElementsOf(
                        LongStream.range(0, 300).mapToObj(n -> "text " + n).toList());
    }

    @Test
    void aReaderWaitsUntilThereIsAnEventOrTheLogIsClosed() throws Exception {
        assertThat(log.await(FIRST - 1, 1)).isFalse();
        var event = CompletableFuture.supplyAsync(() -> awaitAfter(FIRST - 1), Thread.ofPlatform()::start);
        log.publish(event("log", 1));
        assertThat(event.join()).isTrue();
        var end = CompletableFuture.supplyAsync(() -> awaitAfter(FIRST), Thread.ofPlatform()::start);
        log.close();
        assertThat(end.join()).isFalse();
        assertThat(log.isClosed()).isTrue();
    }

    private boolean awaitAfter(long after) {
        try {
            return log.await(after, 20_000);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
