package net.beaconcontroller.probe.profile;

import java.io.IOException;
import java.util.ArrayDeque;
import net.beaconcontroller.bench.load.LoadSwitch;
import org.jspecify.annotations.Nullable;

/**
 * A switch of a profile, which stays the same over all its connections: the times at which its packet-ins are due, and
 * which of them are unanswered. Confined to the thread that sends.
 */
final class ProfileSwitch {
    private static final long RESOLVED = -1;

    private final Sender sender;
    private final int id;
    private final ArrayDeque<Long> unsent = new ArrayDeque<>();
    /** When the latest packet-ins of the connection were due, by number; {@link #RESOLVED} if answered or lost. */
    private final long[] dueNanos;

    private @Nullable LoadSwitch connection;
    private long sent;
    /** All packet-ins before this one are answered or lost. */
    private long oldest;

    /**
     * Creates a switch without a connection.
     *
     * @param window the number of packet-ins that may be unanswered, a power of two
     */
    ProfileSwitch(Sender sender, int id, int window) {
        this.sender = sender;
        this.id = id;
        this.dueNanos = new long[window];
    }

    int id() {
        return id;
    }

    @Nullable
    LoadSwitch connection() {
        return connection;
    }

    /** Uses a new connection, whose packet-ins are numbered from 0. */
    void connected(LoadSwitch newConnection) {
        connection = newConnection;
        sent = 0;
        oldest = 0;
    }

    /** A packet-in is due. */
    void schedule(long atNanos) {
        unsent.add(atNanos);
    }

    /** Sends the packet-ins that are due, as far as the connection has room. */
    void send(long nowNanos) throws IOException {
        if (connection == null || unsent.isEmpty() || !connection.isLoading()) {
            return;
        }
        connection.setDue(Math.min(sent + unsent.size(), oldest + dueNanos.length));
        connection.push();
        noteSent(nowNanos);
    }

    /** Notes which packet-ins were written, by {@link #send} or when the socket became writable. */
    void noteSent(long nowNanos) {
        if (connection == null) {
            return;
        }
        for (; sent < connection.sent(); sent++) {
            if (unsent.isEmpty()) {
                // Its time was over when the rest of it was written: it is lost already.
                dueNanos[slot(sent)] = RESOLVED;
            } else {
                long due = unsent.remove();
                dueNanos[slot(sent)] = due;
                sender.sent(due, nowNanos);
            }
        }
    }

    /** An answer arrived, the first one to this packet-in. */
    void answered(long number, long nowNanos) {
        boolean isKnown = number >= sent - dueNanos.length && dueNanos[slot(number)] != RESOLVED;
        if (!isKnown) {
            sender.answeredLate();
            return;
        }
        long due = dueNanos[slot(number)];
        dueNanos[slot(number)] = RESOLVED;
        if (nowNanos - due > sender.timeoutNanos()) {
            sender.lost(due);
            sender.answeredLate();
        } else {
            sender.answered(due, nowNanos);
        }
    }

    /** Gives up packet-ins that were due before this time. */
    void expire(long beforeNanos) {
        while (!unsent.isEmpty() && unsent.getFirst() < beforeNanos) {
            sender.lost(unsent.remove());
        }
        for (; oldest < sent; oldest++) {
            long due = dueNanos[slot(oldest)];
            if (due != RESOLVED) {
                if (due >= beforeNanos) {
                    return;
                }
                loseOldest(due);
            }
        }
    }

    /** Drops the connection. Packet-ins that were sent on it are lost. */
    void disconnected() throws IOException {
        for (; oldest < sent; oldest++) {
            long due = dueNanos[slot(oldest)];
            if (due != RESOLVED) {
                loseOldest(due);
            }
        }
        close();
        connection = null;
    }

    private void loseOldest(long due) {
        dueNanos[slot(oldest)] = RESOLVED;
        if (connection != null) {
            connection.giveUp(oldest);
        }
        sender.lost(due);
    }

    private int slot(long number) {
        return (int) number & (dueNanos.length - 1);
    }

    void close() throws IOException {
        if (connection != null) {
            connection.close();
        }
    }
}
