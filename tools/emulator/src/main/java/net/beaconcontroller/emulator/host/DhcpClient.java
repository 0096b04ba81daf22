package net.beaconcontroller.emulator.host;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.packet.Dhcp;
import net.beaconcontroller.packet.DhcpBuilder;
import net.beaconcontroller.switchkit.io.SelectLoop;

/**
 * A DHCP client, RFC 2131 section 4.4. It renews the address after half of the lease. Without a reply it retransmits
 * after 1, 2, 4 and then every 8 seconds.
 */
final class DhcpClient {
    private static final long INITIAL_RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long MAX_RETRY_NANOS = TimeUnit.SECONDS.toNanos(8);
    private static final long MIN_LEASE_SECONDS = 2;
    private static final long MAX_LEASE_SECONDS = TimeUnit.DAYS.toSeconds(1);

    private enum State {
        STOPPED,
        SELECTING,
        REQUESTING,
        BOUND,
        RENEWING
    }

    private final SelectLoop loop;
    private final long mac;
    private final Consumer<byte[]> sender;
    private final LongConsumer addressListener;

    private State state = State.STOPPED;
    private long address = Ipv4Address.UNSPECIFIED;
    private long leaseEndNanos;
    private long retryNanos;
    private int xid;
    /** The number of state changes. A timer of an earlier state does nothing. */
    private int step;

    /**
     * @param sender broadcasts a message
     * @param addressListener receives each new address, and {@link Ipv4Address#UNSPECIFIED} when the address is lost
     */
    DhcpClient(SelectLoop loop, long mac, Consumer<byte[]> sender, LongConsumer addressListener) {
        this.loop = loop;
        this.mac = mac;
        this.sender = sender;
        this.addressListener = addressListener;
    }

    /** Requests an address, or confirms the current one. */
    void start() {
        xid++;
        retryNanos = INITIAL_RETRY_NANOS;
        if (address == Ipv4Address.UNSPECIFIED) {
            discover();
        } else {
            renew();
        }
    }

    /** Stops all requests. The address is kept. */
    void stop() {
        enter(State.STOPPED);
    }

    void receive(Dhcp message) {
        if (message.clientMac() != mac || message.transactionId() != xid) {
            return;
        }
        boolean isWaiting = state == State.REQUESTING || state == State.RENEWING;
        if (message.type() == Dhcp.OFFER
                && state == State.SELECTING
                && message.yourAddress() != Ipv4Address.UNSPECIFIED) {
            enter(State.REQUESTING);
            send(Dhcp.REQUEST, message.yourAddress(), message.serverIdentifier());
            retryWith(this::discover);
        } else if (message.type() == Dhcp.ACK && isWaiting && message.yourAddress() != Ipv4Address.UNSPECIFIED) {
            bind(message);
        } else if (message.type() == Dhcp.NAK && isWaiting) {
            startOver();
        }
    }

    private void discover() {
        enter(State.SELECTING);
        send(Dhcp.DISCOVER, 0, 0);
        retryWith(this::discover);
    }

    private void bind(Dhcp ack) {
        enter(State.BOUND);
        long leaseNanos =
                TimeUnit.SECONDS.toNanos(Math.clamp(ack.leaseSeconds(), MIN_LEASE_SECONDS, MAX_LEASE_SECONDS));
        leaseEndNanos = loop.nowNanos() + leaseNanos;
        retryNanos = INITIAL_RETRY_NANOS;
        if (ack.yourAddress() != address) {
            address = ack.yourAddress();
            addressListener.accept(address);
        }
        after(leaseNanos / 2, this::renew);
    }

    private void renew() {
        if (loop.nowNanos() - leaseEndNanos >= 0) {
            startOver();
            return;
        }
        enter(State.RENEWING);
        send(Dhcp.REQUEST, 0, 0);
        retryWith(this::renew);
    }

    private void startOver() {
        address = Ipv4Address.UNSPECIFIED;
        addressListener.accept(address);
        start();
    }

    private void send(int type, long requested, long server) {
        sender.accept(new DhcpBuilder(type, xid, mac)
                .clientAddress(address)
                .requestedAddress(requested)
                .serverIdentifier(server)
                .build());
    }

    private void retryWith(Runnable action) {
        after(retryNanos, action);
        retryNanos = Math.min(2 * retryNanos, MAX_RETRY_NANOS);
    }

    private void after(long nanos, Runnable action) {
        int now = step;
        loop.after(nanos, () -> {
            if (step == now) {
                action.run();
            }
        });
    }

    private void enter(State next) {
        state = next;
        step++;
    }
}
