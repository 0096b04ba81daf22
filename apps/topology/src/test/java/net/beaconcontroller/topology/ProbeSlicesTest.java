package net.beaconcontroller.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.testkit.TestSwitch;
import org.junit.jupiter.api.Test;

/** The probes of a switch with many ports, in virtual time. */
class ProbeSlicesTest {
    private static final int PORTS = 1_000;

    private final TestSwitch sw = new TestSwitch();
    /** The maximum number of probes that one task of the switch's loop has sent. */
    private int maxProbesOfTask;

    private final Set<Long> probed = new HashSet<>();

    /** The switch as the topology sees it. One thread uses it at a time, tasks are measured, barriers are answered. */
    private final Switch measured = (Switch) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {Switch.class}, (_, method, arguments) -> {
                synchronized (sw) {
                    if (method.getName().equals("request")) {
                        return CompletableFuture.completedFuture(new BarrierReply());
                    }
                    Object[] replaced = arguments == null
                            ? null
                            : Arrays.stream(arguments)
                                    .map(each -> each instanceof Runnable task ? (Runnable) () -> measure(task) : each)
                                    .toArray();
                    return method.invoke(sw, replaced);
                }
            });

    private void measure(Runnable task) {
        synchronized (sw) {
            sw.clear();
            task.run();
            var sent = sw.sent(PacketOut.class);
            maxProbesOfTask = Math.max(maxProbesOfTask, sent.size());
            sent.forEach(out -> probed.add(((Action.Output) out.actions().getFirst()).port()));
            sw.clear();
        }
    }

    /** Lets time pass. Returns the number of ports that were probed since the last call. */
    private int probedAfter(Duration time) {
        synchronized (sw) {
            sw.elapse(time);
            int count = probed.size();
            probed.clear();
            return count;
        }
    }

    @Test
    void manyPortsAreProbedInSlicesSpreadOverTheInterval() {
        for (int number = 1; number <= PORTS; number++) {
            sw.setPort(Port.of(number, number, "eth" + number));
        }
        try (var topology = new LinkDiscovery(Timing.of(ApplicationSettings.none()), Threads.system())) {
            topology.switchEvent(new SwitchEvent.Connected(measured));
            await().until(() -> probedAfter(Duration.ofMillis(1)) > 0);
            await().until(() -> {
                probedAfter(Duration.ofMillis(10));
                return topology.snapshot().edgeCount() == PORTS;
            });
            // a round of 5 s, and an offset of up to 5 s
            Duration interval = Timing.DEFAULT.round();
            probedAfter(interval.multipliedBy(3));
            assertThat(probedAfter(interval.dividedBy(2))).isBetween(PORTS / 4, PORTS * 3 / 4);
            assertThat(probedAfter(interval.multipliedBy(2))).isEqualTo(PORTS);
            assertThat(maxProbesOfTask)
                    .as("a direct and an indirect probe of each port")
                    .isEqualTo(2 * ProbeSender.PORTS_PER_SLICE);
        }
    }
}
