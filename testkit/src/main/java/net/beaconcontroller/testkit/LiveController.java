package net.beaconcontroller.testkit;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.switchkit.ScriptedSwitch;

/**
 * A real controller on a free port of the loopback interface, for integration tests. It closes the switches and
 * networks that it has connected when it is closed.
 */
public final class LiveController implements Controller, AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final OpenFlowController controller;
    private final List<AutoCloseable> peers = new ArrayList<>();

    private LiveController(OpenFlowController controller) {
        this.controller = controller;
        controller.register("testkit", (SwitchListener) this::switchEvent);
    }

    /** Starts a controller without listeners. */
    public static LiveController start() throws IOException {
        var controller = new OpenFlowController(ControllerOptions.onFreePort());
        controller.start();
        return new LiveController(controller);
    }

    /**
     * Starts a controller with one application.
     *
     * @param application the name of the application
     */
    public static LiveController with(String application, Listener... listeners) throws IOException {
        LiveController live = start();
        for (Listener listener : listeners) {
            live.register(application, listener);
        }
        return live;
    }

    /**
     * Connects a scripted switch with four ports over TCP, and waits until it is active.
     *
     * @throws TimeoutException if it is not active after ten seconds
     */
    public ScriptedSwitch connect(long datapathId, Version version)
            throws IOException, TimeoutException, InterruptedException {
        ScriptedSwitch fake = ScriptedSwitch.connect(controller.address(), datapathId, version);
        peers.add(fake);
        await(() -> switchOf(datapathId).isPresent(), "switch %d is not active".formatted(datapathId));
        return fake;
    }

    /**
     * Starts an emulated network, and waits until all its switches are active.
     *
     * @param topology a topology such as {@code tree,2,3}, see docs/emulator.md
     * @throws TimeoutException if they are not active after ten seconds
     */
    public Network emulate(String topology, Version version)
            throws IOException, TimeoutException, InterruptedException {
        return emulate(NetworkSpec.of(topology), version);
    }

    /** Starts an emulated network of any shape, as {@link #emulate(String, Version)} does. */
    public Network emulate(NetworkSpec spec, Version version)
            throws IOException, TimeoutException, InterruptedException {
        Network network = Network.start(spec, controller.address(), NetworkOptions.of(Set.of(version)));
        peers.add(network);
        await(
                () -> switches().size() == spec.switches().size(),
                "not all of %d switches are active".formatted(spec.switches().size()));
        return network;
    }

    private synchronized void switchEvent(SwitchEvent event) {
        notifyAll();
    }

    /** Waits for a condition, which it checks after each event of a switch. */
    private synchronized void await(BooleanSupplier condition, String failure)
            throws TimeoutException, InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (!condition.getAsBoolean()) {
            long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (millis <= 0) {
                throw new TimeoutException("%s after %s".formatted(failure, TIMEOUT));
            }
            wait(millis);
        }
    }

    /** Returns how many exceptions listeners have thrown. */
    public long listenerFailures() {
        return controller.listenerFailures();
    }

    @Override
    public Collection<Switch> switches() {
        return controller.switches();
    }

    @Override
    public Optional<Switch> switchOf(long datapathId) {
        return controller.switchOf(datapathId);
    }

    @Override
    public Registration register(String application, Listener listener) {
        return controller.register(application, listener);
    }

    @Override
    public Registration every(Duration period, Runnable task) {
        return controller.every(period, task);
    }

    @Override
    public void close() throws IOException {
        try {
            for (AutoCloseable peer : peers) {
                peer.close();
            }
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            controller.close();
        }
    }
}
