package net.beaconcontroller.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.Switch;

/** A controller for unit tests, with the switches that a test adds and timers in virtual time. For one thread. */
public final class TestController implements Controller {
    private final Map<Long, Switch> switches = new TreeMap<>();
    private final List<Listener> listeners = new ArrayList<>();
    private final VirtualTimers timers = new VirtualTimers();
    private boolean hasSuccessor;

    /** Creates a controller with these switches. */
    public TestController(Switch... switches) {
        for (Switch sw : switches) {
            this.switches.put(sw.datapathId(), sw);
        }
    }

    /** Returns the registered listeners. */
    public List<Listener> listeners() {
        return List.copyOf(listeners);
    }

    /** Advances the virtual time of {@link #every} and runs the tasks that become due. */
    public void elapse(Duration time) {
        timers.elapse(time);
    }

    /** Sets the result of {@link #hasSuccessor}: true before the application is closed as at an update. */
    public void setSuccessor(boolean value) {
        hasSuccessor = value;
    }

    @Override
    public boolean hasSuccessor() {
        return hasSuccessor;
    }

    @Override
    public Collection<Switch> switches() {
        return switches.values().stream().filter(Switch::isConnected).toList();
    }

    @Override
    public Optional<Switch> switchOf(long datapathId) {
        return Optional.ofNullable(switches.get(datapathId)).filter(Switch::isConnected);
    }

    @Override
    public Registration register(String application, Listener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public Registration every(Duration period, Runnable task) {
        return timers.every(period, task);
    }
}
