package net.beaconcontroller.emulator.host;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.packet.Dhcp;
import net.beaconcontroller.packet.DhcpBuilder;
import net.beaconcontroller.switchkit.io.SelectLoop;

/**
 * A DHCP server, RFC 2131 section 4.3. A client keeps its address after the lease has expired until the pool is
 * exhausted.
 */
final class DhcpServer {
    private static final long LEASE_SECONDS = 600;

    private static final long SUBNET_MASK = 0xff00_0000L;

    /** Sends messages to clients. */
    @FunctionalInterface
    interface Sender {
        /** Sends a message to the IPv4 address that it assigns to the client, or broadcasts it if the address is 0. */
        void send(long mac, long address, byte[] message);
    }

    private record Lease(long address, long endNanos) {}

    private final SelectLoop loop;
    private final long server;
    private final NetworkSpec.Pool pool;
    private final Sender sender;
    // The leases by Ethernet address, in the order of their expiry.
    private final Map<Long, Lease> leases = new LinkedHashMap<>();
    private final Deque<Long> free = new ArrayDeque<>();
    private long next;

    /**
     * Creates a server without leases.
     *
     * @param server the IPv4 address of the host of this server
     */
    DhcpServer(SelectLoop loop, long server, NetworkSpec.Pool pool, Sender sender) {
        this.loop = loop;
        this.server = server;
        this.pool = pool;
        this.sender = sender;
        this.next = pool.first();
    }

    /** Replies to a message of a client, if the protocol requires a reply. */
    void receive(Dhcp message) {
        if (message.type() == Dhcp.DISCOVER) {
            lease(message.clientMac()).ifPresent(lease -> reply(message, Dhcp.OFFER, lease.address));
        } else if (message.type() == Dhcp.REQUEST && !isForOtherServer(message)) {
            grant(message);
        }
    }

    private boolean isForOtherServer(Dhcp request) {
        return request.serverIdentifier() != 0 && request.serverIdentifier() != server;
    }

    private void grant(Dhcp request) {
        long wanted = request.requestedAddress() != 0 ? request.requestedAddress() : request.clientAddress();
        Lease lease = leases.get(request.clientMac());
        if (lease == null || lease.address != wanted) {
            reply(request, Dhcp.NAK, 0);
        } else {
            keep(request.clientMac(), wanted);
            reply(request, Dhcp.ACK, wanted);
        }
    }

    private void reply(Dhcp request, int type, long address) {
        var message = new DhcpBuilder(type, request.transactionId(), request.clientMac()).serverIdentifier(server);
        if (address != 0) {
            message.yourAddress(address).leaseSeconds(LEASE_SECONDS).subnetMask(SUBNET_MASK);
        }
        sender.send(request.clientMac(), address, message.build());
    }

    private Optional<Lease> lease(long mac) {
        Lease lease = leases.get(mac);
        if (lease != null) {
            return Optional.of(lease);
        }
        reclaim();
        Long address = free.poll();
        if (address == null && next <= pool.last()) {
            address = next++;
        }
        return address == null ? Optional.empty() : Optional.of(keep(mac, address));
    }

    /** Reclaims the address of the first expired lease if no address is free. */
    private void reclaim() {
        if (next <= pool.last() || !free.isEmpty() || leases.isEmpty()) {
            return;
        }
        var eldest = leases.entrySet().iterator();
        Lease lease = eldest.next().getValue();
        if (loop.nowNanos() - lease.endNanos >= 0) {
            eldest.remove();
            free.add(lease.address);
        }
    }

    private Lease keep(long mac, long address) {
        var lease = new Lease(address, loop.nowNanos() + TimeUnit.SECONDS.toNanos(LEASE_SECONDS));
        leases.remove(mac);
        leases.put(mac, lease);
        return lease;
    }
}
