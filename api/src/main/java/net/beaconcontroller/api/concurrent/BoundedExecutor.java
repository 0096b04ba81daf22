package net.beaconcontroller.api.concurrent;

/** An executor that rejects tasks while its queue is full. */
@FunctionalInterface
public interface BoundedExecutor {
    /** Queues a task. Returns false, without queueing it, if the queue is full. */
    boolean offer(Runnable task);
}
