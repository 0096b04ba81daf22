package net.beaconcontroller.devices;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;

/**
 * Finds devices by what is known of them. The table's thread changes it, any thread looks up. What changes in several of its maps
 * is for a moment seen in some of them only.
 */
final class DeviceIndex {
    static final int MAX_DEVICES = 1_000_000;

    private final Map<Long, Host> hosts = new ConcurrentHashMap<>();
    private final Map<Binding.Key, Binding> bindings = new ConcurrentHashMap<>();
    private final Map<SwitchPort, Set<Host>> places = new ConcurrentHashMap<>();
    private final int portLimit;
    private volatile int hostCount;
    private int bindingCount;

    /** @param portLimit as many devices can be found at a port */
    DeviceIndex(int portLimit) {
        this.portLimit = portLimit;
    }

    @Nullable
    Host host(long key) {
        return hosts.get(key);
    }

    @Nullable
    Binding binding(Binding.Key key) {
        return bindings.get(key);
    }

    List<Host> at(SwitchPort place) {
        return List.copyOf(places.getOrDefault(place, Set.of()));
    }

    Stream<Host> hosts() {
        return hosts.values().stream();
    }

    /** Whether a device more can be there. */
    boolean hasRoom(SwitchPort place) {
        return hostCount < MAX_DEVICES && countAt(place) < portLimit;
    }

    int portLimit() {
        return portLimit;
    }

    int countAt(SwitchPort place) {
        return places.getOrDefault(place, Set.of()).size();
    }

    int hostCount() {
        return hostCount;
    }

    int bindingCount() {
        return bindingCount;
    }

    void add(Host host) {
        hosts.put(host.key(), host);
        hostCount = hosts.size();
        enter(host);
    }

    /** Forgets a host, and all its addresses. It is at no place from then on, so who remembers it looks again. */
    void remove(Host host) {
        place(host, null);
        host.state().bindings().forEach(binding -> bindings.remove(binding.key()));
        bindingCount = bindings.size();
        hosts.remove(host.key());
        hostCount = hosts.size();
    }

    void place(Host host, @Nullable SwitchPort place) {
        leave(host);
        host.setPlace(place);
        enter(host);
    }

    private void enter(Host host) {
        SwitchPort place = host.place();
        if (place != null) {
            places.computeIfAbsent(place, _ -> ConcurrentHashMap.newKeySet()).add(host);
        }
    }

    private void leave(Host host) {
        SwitchPort place = host.place();
        if (place != null) {
            places.computeIfPresent(place, (_, there) -> {
                there.remove(host);
                return there.isEmpty() ? null : there;
            });
        }
    }

    void add(Binding binding) {
        binding.host().add(binding);
        bindings.put(binding.key(), binding);
        bindingCount = bindings.size();
    }

    void remove(Binding binding) {
        bindings.remove(binding.key());
        bindingCount = bindings.size();
        binding.host().remove(binding);
    }
}
