package net.beaconcontroller.devices;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.concurrent.SingleThreadExecutor;
import net.beaconcontroller.openflow.message.BarrierRequest;

/**
 * Tasks that wait for the reply of a switch to a barrier: by then, the switch has handled the messages sent to it
 * before, and the controller has handled what the switch sent before. At most one barrier of a switch is outstanding;
 * tasks that are added meanwhile share the next one. For the device thread.
 */
final class InputBarriers {
    private final SingleThreadExecutor executor;
    /** The tasks that wait, of each switch with an outstanding barrier. */
    private final Map<Switch, Queue<Runnable>> waiting = new HashMap<>();

    /** @param executor the device thread */
    InputBarriers(SingleThreadExecutor executor) {
        this.executor = executor;
    }

    /**
     * Runs a task after a barrier, or when the switch has disconnected or has not answered within the timeout of a
     * request: so the tasks of a switch that answers none do not accumulate.
     */
    void add(Switch sw, Runnable task) {
        boolean isOutstanding = waiting.containsKey(sw);
        Queue<Runnable> tasks = waiting.computeIfAbsent(sw, _ -> new ArrayDeque<>());
        tasks.add(task);
        if (!isOutstanding) {
            send(sw, tasks);
        }
    }

    private void send(Switch sw, Queue<Runnable> tasks) {
        int count = tasks.size();
        var _ = sw.request(new BarrierRequest())
                .whenComplete((_, _) -> executor.execute(() -> replied(sw, tasks, count)));
    }

    private void replied(Switch sw, Queue<Runnable> tasks, int count) {
        for (int i = 0; i < count; i++) {
            executor.execute(tasks.remove());
        }
        if (tasks.isEmpty()) {
            waiting.remove(sw);
        } else {
            send(sw, tasks);
        }
    }
}
