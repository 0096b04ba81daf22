package net.beaconcontroller.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import net.beaconcontroller.core.io.Counters;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import org.junit.jupiter.api.Test;

class MessageTotalsTest {
    private static final int CONNECTIONS = 2_000;
    private static final int MESSAGES = 50;

    private final MessageTotals totals = new MessageTotals();

    private static Counters counters() {
        var counters = new Counters();
        counters.setVersion(Version.OF13);
        return counters;
    }

    @Test
    void addUpTheOpenAndTheClosedConnectionsOfAllVersions() {
        var closed = new Counters();
        closed.setVersion(Version.OF10);
        totals.opened(closed);
        closed.countSent(MessageType.BARRIER_REQUEST.wire(Version.OF10));
        closed.countDropped();
        totals.closed(closed);
        totals.closed(closed);
        var open = counters();
        totals.opened(open);
        open.countSent(MessageType.BARRIER_REQUEST.wire(Version.OF13));
        open.countMalformed();
        assertThat(totals.sum().sent(MessageType.BARRIER_REQUEST)).isEqualTo(2);
        assertThat(totals.sum().dropped()).isEqualTo(1);
        assertThat(totals.sum().malformed()).isEqualTo(1);
    }

    @Test
    void neverDecreaseWhileConnectionsAreClosed() {
        int packetIn = MessageType.PACKET_IN.wire(Version.OF13);
        CompletableFuture<Void> connections = CompletableFuture.runAsync(
                () -> {
                    for (int i = 0; i < CONNECTIONS; i++) {
                        var counters = counters();
                        totals.opened(counters);
                        for (int j = 0; j < MESSAGES; j++) {
                            counters.countReceived(packetIn, 1);
                        }
                        totals.closed(counters);
                        // A listener may close the connection before the message that it handles is counted.
                        counters.countReceived(packetIn, 1);
                    }
                },
                Thread.ofPlatform()::start);
        long last = 0;
        while (!connections.isDone()) {
            long now = totals.sum().received(MessageType.PACKET_IN);
            assertThat(now).isGreaterThanOrEqualTo(last);
            last = now;
        }
        assertThat(connections).isCompleted();
        assertThat(totals.sum().received(MessageType.PACKET_IN)).isGreaterThanOrEqualTo((long) CONNECTIONS * MESSAGES);
    }
}
