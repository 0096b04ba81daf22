package net.beaconcontroller.devices;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;

/**
 * The hosts, indexed by MAC address, IP address and attachment. The device thread changes it, any thread reads it. A
 * change of several maps is not atomic for readers.
 */
final class DeviceIndex {
    static final int MAX_DEVICES = 1_000_000;
    static final int MAX_DHCP_SERVERS = 16;

    /**
     * The hosts that are attached to a port.
     *
     * @param port the instance that is the attachment of all of them, so that comparing it rarely costs a cache miss
     */
    private record PortHosts(SwitchPort port, Set<Host> hosts) {
        PortHosts(SwitchPort port) {
            this(port, ConcurrentHashMap.newKeySet());
        }
    }

    private final HostTable hosts = new HostTable();
    private final Map<Binding.Key, Binding> bindings = new ConcurrentHashMap<>();
    private final Map<SwitchPort, PortHosts> attached = new ConcurrentHashMap<>();
    /** The most recently seen last. Copied on change. */
    private volatile List<Host> dhcpServers = List.of();

    private final int portLimit;

    /** @param portLimit the maximum number of hosts at one port */
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

    List<Host> at(SwitchPort port) {
        PortHosts there = attached.get(port);
        return there == null ? List.of() : List.copyOf(there.hosts);
    }

    Stream<Host> hosts() {
        return hosts.hosts();
    }

    /** Returns the hosts that were seen as DHCP servers, in all VLANs. */
    List<Host> dhcpServers() {
        return dhcpServers;
    }

    /** Returns whether a further host can be attached to this port. */
    boolean hasRoom(SwitchPort port) {
        return hosts.size() < MAX_DEVICES && countAt(port) < portLimit;
    }

    int portLimit() {
        return portLimit;
    }

    int countAt(SwitchPort port) {
        PortHosts there = attached.get(port);
        return there == null ? 0 : there.hosts.size();
    }

    int hostCount() {
        return hosts.size();
    }

    int bindingCount() {
        return bindings.size();
    }

    void add(Host host, SwitchPort port) {
        attach(host, port);
        hosts.put(host);
    }

    /** Removes a host with its addresses. Detaching it first makes loops discard their cached state of it. */
    void remove(Host host) {
        attach(host, null);
        host.bindings().forEach(binding -> bindings.remove(binding.key()));
        dhcpServers = dhcpServers.stream().filter(server -> server != host).toList();
        hosts.remove(host.key());
    }

    /** Changes the attachment of a host; null detaches it. */
    void attach(Host host, @Nullable SwitchPort port) {
        SwitchPort previous = host.attachment();
        if (previous != null) {
            attached.computeIfPresent(previous, (_, there) -> {
                there.hosts.remove(host);
                return there.hosts.isEmpty() ? null : there;
            });
        }
        if (port == null) {
            host.setAttachment(null);
        } else {
            PortHosts there = attached.computeIfAbsent(port, PortHosts::new);
            host.setAttachment(there.port);
            there.hosts.add(host);
        }
    }

    void add(Binding binding) {
        binding.host().add(binding);
        bindings.put(binding.key(), binding);
    }

    void remove(Binding binding) {
        bindings.remove(binding.key());
        binding.host().remove(binding);
    }

    /** Records a host as a DHCP server. The least recently seen server is dropped when there are too many. */
    void addDhcpServer(Host host) {
        var servers = new ArrayList<>(dhcpServers);
        servers.remove(host);
        servers.add(host);
        if (servers.size() > MAX_DHCP_SERVERS) {
            servers.removeFirst();
        }
        dhcpServers = List.copyOf(servers);
    }
}
