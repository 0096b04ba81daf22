package net.beaconcontroller.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import net.beaconcontroller.api.concurrent.SingleThreadExecutor;
import net.beaconcontroller.api.concurrent.TimerQueue;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.testkit.TestSwitch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InputBarriersTest {
    private final TestSwitch sw = new TestSwitch();

    @AutoClose
    private final SingleThreadExecutor executor = new SingleThreadExecutor(
            "barriers", System.getLogger(InputBarriersTest.class.getName()), 100, new TimerQueue());

    private final InputBarriers barriers = new InputBarriers(executor);
    private final List<String> done = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() {
        executor.start();
    }

    private void add(String task) {
        executor.execute(() -> barriers.add(sw, () -> done.add(task)));
        executor.awaitQueued();
    }

    private int sentBarriers() {
        return sw.sent(BarrierRequest.class).size();
    }

    @Test
    void tasksThatAreAddedWhileABarrierIsOutstandingShareTheNextOne() {
        add("a");
        add("b");
        add("c");
        assertThat(sentBarriers()).isOne();
        assertThat(done).isEmpty();

        sw.reply(new BarrierReply());
        await().untilAsserted(() -> assertThat(done).containsExactly("a"));
        await().untilAsserted(() -> assertThat(sentBarriers()).isEqualTo(2));
        sw.reply(new BarrierReply());
        await().untilAsserted(() -> assertThat(done).containsExactly("a", "b", "c"));
        assertThat(sentBarriers()).isEqualTo(2);
    }

    @Test
    void tasksRunWhenTheSwitchDoesNotAnswerTheBarrier() {
        add("a");
        add("b");
        sw.fail(new TimeoutException());
        await().untilAsserted(() -> assertThat(done).containsExactly("a"));
        await().untilAsserted(() -> assertThat(sentBarriers()).isEqualTo(2));
        sw.fail(new TimeoutException());
        await().untilAsserted(() -> assertThat(done).containsExactly("a", "b"));
    }
}
