package net.beaconcontroller.emulator.host;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.emulator.loop.EmulatorLoop;
import net.beaconcontroller.emulator.spec.NetworkSpec;

/** Leases the addresses of a pool, RFC 2131 section 4.3. An address stays a client's until others need it. */
final class DhcpServer {
    private static final long LEASE_SECONDS = 600;

    private record Lease(long address, long endNanos) {}

    private final EmulatorLoop loop;
    private final long server;
    private final NetworkSpec.Pool pool;
    private final Map<Long, Lease> leases = new LinkedHashMap<>(); // by Ethernet address, what ends first in front
    private final Deque<Long> free = new ArrayDeque<>();
    private long next;

    /**
     * A server that has leased nothing.
     *
     * @param server the IPv4 address of the host that this runs on
     */
    DhcpServer(EmulatorLoop loop, long server, NetworkSpec.Pool pool) {
        this.loop = loop;
        this.server = server;
        this.pool = pool;
        this.next = pool.first();
    }

    /** What is answered to a client, if anything is. */
    Optional<DhcpMessage> answer(DhcpMessage message) {
        return switch (message.type()) {
            case DhcpMessage.DISCOVER ->
                lease(message.clientMac()).map(lease -> reply(message, DhcpMessage.OFFER, lease.address));
            case DhcpMessage.REQUEST ->
                message.server() == 0 || message.server() == server
                        ? Optional.of(answerRequest(message))
                        : Optional.empty(); // it took another server's offer
            default -> Optional.empty();
        };
    }

    private DhcpMessage answerRequest(DhcpMessage message) {
        long wanted = message.requested() != 0 ? message.requested() : message.client();
        Lease lease = leases.get(message.clientMac());
        if (lease == null || lease.address != wanted) {
            return reply(message, DhcpMessage.NAK, 0);
        }
        keep(message.clientMac(), wanted);
        return reply(message, DhcpMessage.ACK, wanted);
    }

    private DhcpMessage reply(DhcpMessage to, int type, long address) {
        return new DhcpMessage(to.xid(), 0, address, to.clientMac(), type, 0, server, address == 0 ? 0 : LEASE_SECONDS);
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

    /** Takes back the address whose lease has ended first, once there are no others. */
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
