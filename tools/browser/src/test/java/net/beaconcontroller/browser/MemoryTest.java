package net.beaconcontroller.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The memory of two pages while events arrive: as many as in five minutes with 100 events a second. They arrive as fast
 * as the pages show them; in ten minutes, and 100 a second, with
 *
 * <pre>
 * BEACON_EVENTS=paced mvn verify -pl tools/browser -am -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dit.test=MemoryTest -Dfailsafe.failIfNoSpecifiedTests=false
 * </pre>
 */
@NeedsBrowser
class MemoryTest {
    private static final boolean IS_PACED = "paced".equals(System.getenv("BEACON_EVENTS"));
    private static final int SECONDS = IS_PACED ? 600 : 300;
    private static final int EVENTS_PER_SECOND = 100;
    private static final int BATCH = 1_000;
    private static final int BATCHES = SECONDS * EVENTS_PER_SECOND / BATCH;
    private static final Duration BATCH_TIME = Duration.ofSeconds(BATCH / EVENTS_PER_SECOND);
    /** The page keeps the last 5,000 events: after a third, it has had to forget most of them. */
    private static final int FULL = BATCHES / 3;

    /** A page that forgets none of the last 20,000 events grows by several times as much. */
    private static final double MAX_GROWTH_MEGABYTES = 2;

    @TempDir
    private Path folder;

    private record Memory(double heapMegabytes, int elements) {
        static Memory of(CDPSession session) {
            session.send("HeapProfiler.collectGarbage");
            JsonObject heap = session.send("Runtime.getHeapUsage");
            JsonObject counters = session.send("Memory.getDOMCounters");
            return new Memory(
                    heap.get("usedSize").getAsDouble() / 1e6,
                    counters.get("nodes").getAsInt());
        }
    }

    /** A window with a page, and its memory when it has had to forget events. */
    private static final class Window implements AutoCloseable {
        private final PageTester tester;
        private final CDPSession session;
        private final String name;
        private Memory full;

        private Window(PageTester tester, String name) {
            this.tester = tester;
            this.name = name;
            session = tester.page.context().newCDPSession(tester.page);
            full = Memory.of(session);
        }

        static Window open(BeaconProcess beacon, String name) {
            PageTester tester = PageTester.signIn(beacon.firstLink());
            tester.await("window.beacon.network.connected().length === 1");
            tester.page.navigate(beacon.url() + "/#/" + name);
            return new Window(tester, name);
        }

        void awaitBatch(int batch) {
            tester.await("Number(beacon.network.events.findLast(({type}) => type === 'flow.removed')?.details.cookie)"
                    + " === " + (batch * BATCH + BATCH - 1));
            if (batch == FULL) {
                full = Memory.of(session);
            }
            if (IS_PACED) {
                System.out.printf("%s, %,d events: %s%n", name, (batch + 1) * BATCH, Memory.of(session));
            }
        }

        void assertThatMemoryIsBounded() {
            Memory last = Memory.of(session);
            System.out.printf("Memory of %s: %s after a third of the events, %s after all%n", name, full, last);
            assertThat(last.heapMegabytes()).isLessThan(full.heapMegabytes() + MAX_GROWTH_MEGABYTES);
            assertThat(last.elements()).isLessThan(2 * full.elements());
            tester.assertNoErrors();
        }

        @Override
        public void close() {
            tester.close();
        }
    }

    /** Sends flow-removed messages, and for each tenth of them a port that fails and comes back. */
    private static void sendBatch(ScriptedSwitch sw, int batch) throws IOException {
        Port port = sw.ports().getFirst();
        for (int i = 0; i < BATCH; i++) {
            if (i % 10 == 0) {
                sw.send(new PortStatus(PortStatus.Reason.MODIFY, port.withLink(i % 20 != 0)));
            } else {
                sw.send(new FlowRemoved(batch * BATCH + i, 10, 0, 0, 5, 0, Stats.of(1, 2, 3, 4), Match.ANY));
            }
        }
    }

    @Test
    @Timeout(1_200)
    void manyEventsTakeNoMoreMemoryThanTheFirst() throws IOException, InterruptedException {
        try (var beacon = BeaconProcess.start("-D", "data.folder=" + folder);
                var sw = ScriptedSwitch.connect(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), beacon.port()), 1, Version.OF13);
                var map = Window.open(beacon, "topology");
                var list = Window.open(beacon, "events")) {
            for (int batch = 0; batch < BATCHES; batch++) {
                long begin = System.nanoTime();
                sendBatch(sw, batch);
                map.awaitBatch(batch);
                list.awaitBatch(batch);
                if (IS_PACED) {
                    Thread.sleep(BATCH_TIME.minusNanos(System.nanoTime() - begin));
                }
            }
            map.assertThatMemoryIsBounded();
            list.assertThatMemoryIsBounded();
        }
    }
}
