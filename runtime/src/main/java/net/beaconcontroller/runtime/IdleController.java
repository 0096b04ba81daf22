package net.beaconcontroller.runtime;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.core.ListenerRegistry;

/** A controller without switches, which calls no listener and runs no timer. */
final class IdleController implements Controller, ListenerRegistry {
    @Override
    public Collection<Switch> switches() {
        return List.of();
    }

    @Override
    public Optional<Switch> switchOf(long datapathId) {
        return Optional.empty();
    }

    @Override
    public Registration register(String application, Listener listener) {
        return () -> {};
    }

    @Override
    public List<Registration> replace(
            String application, Collection<Registration> old, Collection<Listener> listeners) {
        return listeners.stream().<Registration>map(_ -> () -> {}).toList();
    }

    @Override
    public void setQuarantineListener(BiConsumer<String, String> listener) {}

    @Override
    public void setApplicationOf(Function<Class<?>, Optional<String>> function) {}

    @Override
    public void end(String application, ClassLoader loader) {}

    @Override
    public Registration every(Duration period, Runnable task) {
        return () -> {};
    }
}
