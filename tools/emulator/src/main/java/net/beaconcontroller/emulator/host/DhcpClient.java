package net.beaconcontroller.emulator.host;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import net.beaconcontroller.common.Ipv4Address;
import net.beaconcontroller.emulator.loop.EmulatorLoop;
import net.beaconcontroller.packet.Dhcp;
import net.beaconcontroller.packet.DhcpBuilder;

/**
 * Gets a host its address, RFC 2131 section 4.4, and keeps it: it asks again at half of the lease. Without an answer it
 * asks after 1, 2, 4 and then every 8 seconds.
 */
final class DhcpClient {
    private static final long FIRST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(8);
    private static final long LEAST_LEASE_SECONDS = 2;
    private static final long LONGEST_LEASE_SECONDS = TimeUnit.DAYS.toSeconds(1);

    private enum State {
        STOPPED,
        SELECTING,
        REQUESTING,
        BOUND,
        RENEWING
    }

    private final EmulatorLoop loop;
    private final long mac;
    private final Consumer<byte[]> sender;
    private final LongConsumer addressListener;

    private State state = State.STOPPED;
    private long address = Ipv4Address.UNSPECIFIED;
    private long leaseEndNanos;
    private long waitNanos;
    private int xid;
    /** Counts what is waited for: a timer that was set for something else does nothing. */
    private int step;

    /**
     * @param sender sends to everybody
     * @param addressListener is told the address, and {@link Ipv4Address#UNSPECIFIED} when it is lost
     */
    DhcpClient(EmulatorLoop loop, long mac, Consumer<byte[]> sender, LongConsumer addressListener) {
        this.loop = loop;
        this.mac = mac;
        this.sender = sender;
        this.addressListener = addressListener;
    }

    /** Asks for an address, or whether the one that it has is good here. */
    void start() {
        xid++;
        waitNanos = FIRST_WAIT_NANOS;
        if (address == Ipv4Address.UNSPECIFIED) {
            discover();
        } else {
            renew();
        }
    }

    /** Asks no more. It keeps the address that it has. */
    void stop() {
        enter(State.STOPPED);
    }

    void hear(Dhcp message) {
        if (message.clientMac() != mac || message.transactionId() != xid) {
            return;
        }
        boolean isWaiting = state == State.REQUESTING || state == State.RENEWING;
        if (message.type() == Dhcp.OFFER
                && state == State.SELECTING
                && message.yourAddress() != Ipv4Address.UNSPECIFIED) {
            enter(State.REQUESTING);
            send(Dhcp.REQUEST, message.yourAddress(), message.serverIdentifier());
            again(this::discover);
        } else if (message.type() == Dhcp.ACK && isWaiting && message.yourAddress() != Ipv4Address.UNSPECIFIED) {
            bind(message);
        } else if (message.type() == Dhcp.NAK && isWaiting) {
            startOver();
        }
    }

    private void discover() {
        enter(State.SELECTING);
        send(Dhcp.DISCOVER, 0, 0);
        again(this::discover);
    }

    private void bind(Dhcp ack) {
        enter(State.BOUND);
        long leaseNanos =
                TimeUnit.SECONDS.toNanos(Math.clamp(ack.leaseSeconds(), LEAST_LEASE_SECONDS, LONGEST_LEASE_SECONDS));
        leaseEndNanos = loop.nowNanos() + leaseNanos;
        waitNanos = FIRST_WAIT_NANOS;
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
        again(this::renew);
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

    private void again(Runnable action) {
        after(waitNanos, action);
        waitNanos = Math.min(2 * waitNanos, LONGEST_WAIT_NANOS);
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
