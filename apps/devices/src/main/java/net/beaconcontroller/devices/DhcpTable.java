package net.beaconcontroller.devices;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologySnapshot;
import org.jspecify.annotations.Nullable;

/**
 * The rules for messages of DHCP: which ports servers are trusted at, and which leases are assigned to the hosts of a
 * {@link DeviceTable}. For the device thread.
 */
final class DhcpTable {
    /** The time within which a DHCP server must answer a request. */
    private static final long REQUEST_TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** A lease of an IPv4 address; it does not end if {@code seconds} is 0 or less. */
    record Lease(long ipv4, long seconds) {}

    private final DeviceTable hosts;
    private final DhcpServers servers;
    private final EnumCounters<RejectionReason> rejections;
    private final Consumer<String> warnings;
    /** When the last host left a port at which DHCP servers are trusted. Each port has one timer. */
    private final Map<SwitchPort, Long> vacatedNanos = new HashMap<>();

    /**
     * Creates the rules for the hosts of a table.
     *
     * @param ports the only ports at which servers are trusted; empty to learn one for each VLAN
     */
    DhcpTable(
            DeviceTable hosts,
            Set<SwitchPort> ports,
            EnumCounters<RejectionReason> rejections,
            Consumer<String> warnings) {
        this.hosts = hosts;
        this.servers = new DhcpServers(ports);
        this.rejections = rejections;
        this.warnings = warnings;
    }

    DhcpServers servers() {
        return servers;
    }

    /** Handles a message with this transaction id that a host at this port sent to DHCP servers. */
    void requested(long key, SwitchPort at, int transaction) {
        Host host = hosts.hostAt(key, at);
        if (host != null) {
            host.details.dhcpRequest = new Host.DhcpRequest(transaction, hosts.now());
        }
    }

    /**
     * Handles a message of a DHCP server at this port. A lease in it is ignored unless the client has sent a request
     * with the same transaction id, so that an unsolicited message assigns no address.
     *
     * @param client the host to which the message is addressed: the client or a relay agent
     * @param lease the lease that the message grants to the client, if any
     */
    void answered(long server, SwitchPort at, long client, int transaction, @Nullable Lease lease, long nanos) {
        Host from = hosts.hostAt(server, at);
        if (from == null) {
            return;
        }
        TopologySnapshot snapshot = hosts.snapshot();
        if (!servers.mayServe(snapshot, from.vlan(), at)) {
            // another port became the trusted one after this message was received
            rejections.increment(RejectionReason.UNTRUSTED_DHCP_SERVER);
            return;
        }
        Host to = hosts.index().host(client);
        boolean isAnswer = hasRequested(to, transaction);
        // a host could answer requests of its own
        boolean isForOtherPort = to != null && !DeviceTable.isSameDomain(snapshot, to.attachment(), at);
        if (isAnswer && isForOtherPort && !servers.hasTrustedPort(from.vlan())) {
            servers.trust(from.vlan(), at);
        }
        if (servers.hasTrustedPort(from.vlan()) && !servers.seen(from, hosts.now())) {
            rejections.increment(RejectionReason.FULL);
        }
        if (lease == null || to == null || to.attachment() == null) {
            return;
        }
        var address = new Binding.Key(to.vlan(), 0, IpAddresses.mapped(lease.ipv4()));
        if (!isAnswer) {
            rejections.increment(RejectionReason.FORGED);
        } else if (isForOtherPort) {
            hosts.addresses().grant(to, address, lease.seconds(), nanos);
        } else {
            hosts.addresses().claim(to, address, nanos);
        }
    }

    private boolean hasRequested(@Nullable Host host, int transaction) {
        Host.DhcpRequest request = host == null ? null : host.details.dhcpRequest;
        return request != null
                && request.transaction() == transaction
                && hosts.now() - request.atNanos() <= REQUEST_TIMEOUT_NANOS;
    }

    /** Logs that a message of a DHCP server was refused because of its port. */
    void logUntrusted(long key, SwitchPort at) {
        warnings.accept("DHCP server not trusted: message of %s at %s dropped; trusted: %s; to change this, list the "
                        .formatted(MacAddress.toString(HostKey.mac(key)), at, servers.trustedPorts(HostKey.vlan(key)))
                + "ports of all DHCP servers in app.devices.dhcp-ports");
    }

    /** Ends the trust in the DHCP servers of a port that has had no host for five minutes. */
    void hostLeft(SwitchPort port) {
        if (servers.isLearned(port) && !hosts.index().hasHostAt(port) && vacatedNanos.put(port, hosts.now()) == null) {
            checkVacated(port);
        }
    }

    private void checkVacated(SwitchPort port) {
        long endNanos = Objects.requireNonNull(vacatedNanos.get(port)) + DeviceTable.DETACHED_TIMEOUT_NANOS;
        if (endNanos - hosts.now() > 0) {
            hosts.timers().add(endNanos, () -> checkVacated(port));
            return;
        }
        vacatedNanos.remove(port);
        if (!hosts.index().hasHostAt(port)) {
            servers.distrust(port);
        }
    }
}
