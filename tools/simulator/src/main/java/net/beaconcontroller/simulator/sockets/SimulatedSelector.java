package net.beaconcontroller.simulator.sockets;

import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelectionKey;
import java.nio.channels.spi.AbstractSelector;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import net.beaconcontroller.simulator.schedule.Actor;
import net.beaconcontroller.simulator.schedule.Scheduler;
import org.jspecify.annotations.Nullable;

/** A selector whose waits are those of an {@link Actor}. */
final class SimulatedSelector extends AbstractSelector {
    private final Scheduler scheduler;
    private final Set<SelectionKey> keys = new LinkedHashSet<>();
    private final Set<SelectionKey> selected = new LinkedHashSet<>();
    private @Nullable Actor waiting;
    private boolean isWoken;

    SimulatedSelector(SimulatedSockets sockets) {
        super(sockets);
        this.scheduler = sockets.scheduler();
    }

    private final class Key extends AbstractSelectionKey {
        private final SelectableChannel channel;
        private int interest;
        private int ready;

        Key(SelectableChannel channel, int interest) {
            this.channel = channel;
            this.interest = interest;
        }

        /** Notes which of the operations of interest are ready, and returns whether one is. */
        boolean update() {
            ready = isValid() ? ((Pollable) channel).readyOperations() & interest : 0;
            return ready != 0;
        }

        @Override
        public SelectableChannel channel() {
            return channel;
        }

        @Override
        public Selector selector() {
            return SimulatedSelector.this;
        }

        @Override
        public int interestOps() {
            return interest;
        }

        @Override
        public SelectionKey interestOps(int operations) {
            interest = operations;
            return this;
        }

        @Override
        public int readyOps() {
            return ready;
        }
    }

    @Override
    protected SelectionKey register(AbstractSelectableChannel channel, int operations, @Nullable Object attachment) {
        var key = new Key(channel, operations);
        key.attach(attachment);
        keys.add(key);
        ((Pollable) channel).signal().observe(this::channelChanged);
        return key;
    }

    private void channelChanged() {
        if (waiting != null) {
            waiting.wake();
        }
    }

    private int select(long timeoutNanos, Consumer<SelectionKey> action) {
        long end = timeoutNanos == Long.MAX_VALUE ? Long.MAX_VALUE : scheduler.nowNanos() + timeoutNanos;
        List<Key> ready = ready();
        while (ready.isEmpty()
                && !isWoken
                && scheduler.nowNanos() < end
                && !Thread.currentThread().isInterrupted()) {
            waiting = scheduler.current();
            waiting.await(end == Long.MAX_VALUE ? end : end - scheduler.nowNanos());
            waiting = null;
            ready = ready();
        }
        isWoken = false;
        ready.forEach(action);
        removeCancelled();
        return ready.size();
    }

    private List<Key> ready() {
        if (!isOpen()) {
            throw new ClosedSelectorException();
        }
        removeCancelled();
        var ready = new ArrayList<Key>();
        for (SelectionKey key : keys) {
            if (((Key) key).update()) {
                ready.add((Key) key);
            }
        }
        return ready;
    }

    private void removeCancelled() {
        Set<SelectionKey> cancelled = cancelledKeys();
        synchronized (cancelled) {
            for (SelectionKey key : cancelled) {
                keys.remove(key);
                selected.remove(key);
                deregister((AbstractSelectionKey) key);
            }
            cancelled.clear();
        }
    }

    @Override
    public int select(Consumer<SelectionKey> action, long timeout) {
        return select(timeout == 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(timeout), action);
    }

    @Override
    public int select(Consumer<SelectionKey> action) {
        return select(Long.MAX_VALUE, action);
    }

    @Override
    public int selectNow(Consumer<SelectionKey> action) {
        return select(0, action);
    }

    @Override
    public int select() {
        return select(Long.MAX_VALUE, selected::add);
    }

    @Override
    public int select(long timeout) {
        return select(timeout == 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(timeout), selected::add);
    }

    @Override
    public int selectNow() {
        return select(0, selected::add);
    }

    @Override
    public Set<SelectionKey> keys() {
        return keys;
    }

    @Override
    public Set<SelectionKey> selectedKeys() {
        return selected;
    }

    @Override
    public Selector wakeup() {
        isWoken = true;
        channelChanged();
        return this;
    }

    @Override
    protected void implCloseSelector() {
        wakeup();
        for (SelectionKey key : List.copyOf(keys)) {
            key.cancel();
        }
        removeCancelled();
    }
}
