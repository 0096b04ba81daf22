package net.beaconcontroller.devices;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.api.concurrent.TimerQueue;
import net.beaconcontroller.devices.DeviceEvent.Moved;
import net.beaconcontroller.topology.SwitchPort;

/**
 * The rules for hosts that are seen at another port than theirs. Used on the device thread.
 *
 * <ul>
 *   <li>A sighting on another port is a move if the host is not seen at its port any more, although it is probed there.
 *       Otherwise a host could attract the traffic of another by sending with its MAC address. A host without a known
 *       IP address cannot be probed, so it is given more time, the <em>move delay</em>.
 *   <li>After its port went down, a host is attached to another port only when the move delay is over and it is not
 *       back at its port. Otherwise a host could take the place of another that is restarting (port probing, Skowyra
 *       et al., "Effective Topology Tampering Attacks and Defenses in Software-Defined Networks", DSN 2018).
 *   <li>Nothing changes while a probe is outstanding, and a hold-down time follows each decision. A host can therefore
 *       cause one probe per second. After a rejection, it applies to the port of the sighting only, so that a host does
 *       not prevent others from taking over.
 *   <li>Routers change the place of a virtual MAC address. A claim by which another host states it in ARP or Neighbor
 *       Discovery is a sighting of it. It is probed after a time in which its last router may still answer.
 * </ul>
 */
final class HostMoves {
    /** The timeout of a probe at the old port of a device that was seen at another. */
    static final long MOVE_PROBE_TIMEOUT_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    /**
     * The maximum time for which a virtual MAC address is expected back after its port went down: another router is
     * meant to take it over.
     */
    static final long VIRTUAL_MOVE_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final DeviceTable table;
    private final TimerQueue timers;
    private final Consumer<DeviceEvent> events;
    private final EnumCounters<RejectionReason> rejections;
    private final Consumer<String> warnings;
    private final long moveDelayNanos;

    HostMoves(
            DeviceTable table,
            TimerQueue timers,
            Consumer<DeviceEvent> events,
            EnumCounters<RejectionReason> rejections,
            Consumer<String> warnings,
            long moveDelayNanos) {
        this.table = table;
        this.timers = timers;
        this.events = events;
        this.rejections = rejections;
        this.warnings = warnings;
        this.moveDelayNanos = moveDelayNanos;
    }

    /** Verifies a sighting at another port, which becomes a move unless the host is seen at its port meanwhile. */
    void verify(Host host, SwitchPort to) {
        if (host.attachment() == null) {
            long endNanos = host.details.detachedNanos + moveDelayNanos(host);
            if (endNanos - table.now() > 0) {
                awaitReturn(host, to, endNanos);
            } else {
                table.reattach(host, to, table.now());
            }
        } else if (host.isVirtual()) {
            var move = new Host.PendingMove(to);
            host.details.pendingMove = move;
            host.holdDownUntil(table.now() + DeviceTable.HAND_OVER_NANOS);
            timers.add(table.now() + DeviceTable.HAND_OVER_NANOS, () -> {
                if (host.details.pendingMove == move) {
                    probeOldPort(host, to);
                }
            });
        } else {
            probeOldPort(host, to);
        }
    }

    /** Probes a host at its attachment, and decides on the move after the timeout. */
    private void probeOldPort(Host host, SwitchPort to) {
        SwitchPort from = Objects.requireNonNull(host.attachment());
        Runnable decision = moveDecision(host, to);
        table.probe(host, from);
        long timeoutNanos = host.bindings().isEmpty() ? moveDelayNanos : MOVE_PROBE_TIMEOUT_NANOS;
        host.holdDownUntil(table.now() + timeoutNanos);
        table.awaitReply(from, timeoutNanos, decision);
    }

    /** Returns the time for which a host is expected back after its port went down. */
    private long moveDelayNanos(Host host) {
        return host.isVirtual() ? Math.min(moveDelayNanos, VIRTUAL_MOVE_DELAY_NANOS) : moveDelayNanos;
    }

    /** Called when a host was detached. A pending move waits for the host to return. */
    void detached(Host host) {
        if (host.details.pendingMove != null) {
            awaitReturn(host, host.details.pendingMove.to(), table.now() + moveDelayNanos(host));
        }
    }

    private void awaitReturn(Host host, SwitchPort to, long endNanos) {
        host.holdDownUntil(endNanos);
        timers.add(endNanos, moveDecision(host, to));
    }

    /** Begins a pending move. Returns the task that decides on it. */
    private Runnable moveDecision(Host host, SwitchPort to) {
        long mark = table.mark(host);
        var move = new Host.PendingMove(to);
        host.details.pendingMove = move;
        return () -> {
            if (host.details.pendingMove == move) {
                decideMove(host, to, host.isSeenSince(mark));
            }
        };
    }

    private void decideMove(Host host, SwitchPort to, boolean hasReturned) {
        if (hasReturned) {
            reject(host);
            return;
        }
        host.details.pendingMove = null;
        if (!table.isEdge(to)) {
            return;
        }
        SwitchPort from = host.attachment();
        if (from == null) {
            table.reattach(host, to, table.now());
        } else {
            move(host, from, to);
        }
    }

    /** Rejects the pending move of a host that is at its port or has returned to it, if there is a pending move. */
    void reject(Host host) {
        Host.PendingMove move = host.details.pendingMove;
        if (move != null) {
            host.details.pendingMove = null;
            host.holdDownUntil(table.now() + DeviceTable.HOLD_DOWN_NANOS, move.to());
            rejections.increment(RejectionReason.STILL_AT_OLD_PORT);
            warnings.accept("host move rejected: %s seen at %s, but still is at %s"
                    .formatted(host, move.to(), host.lastPort()));
        }
    }

    private void move(Host host, SwitchPort from, SwitchPort to) {
        if (table.attach(host, to)) {
            host.holdDownUntil(table.now() + DeviceTable.HOLD_DOWN_NANOS);
            host.seen(table.now());
            events.accept(new Moved(host.device(), from));
        }
    }
}
