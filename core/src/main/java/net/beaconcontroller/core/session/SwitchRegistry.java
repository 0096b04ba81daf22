package net.beaconcontroller.core.session;

import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import net.beaconcontroller.api.RequestRefusedException;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.core.pipeline.ApplicationAccount;
import net.beaconcontroller.openflow.message.EchoRequest;
import org.jspecify.annotations.Nullable;

/**
 * The sessions by datapath id. Each datapath id has one holder, so applications never see two switches with one id.
 * When another connection with the same id completes its setup, the holder must answer an echo request. If it does, the
 * other connection is refused: nothing that a switch sends proves that the id is its own. If it does not, it is
 * disconnected, and the other connection becomes the holder. Meanwhile, all further connections with the id are
 * refused.
 *
 * <p>Thread-safe; listeners are not called under the lock.
 *
 * <p>If the newer connection replaced the holder at once, three messages would suffice to take the place of a switch,
 * and two switches with one id would replace each other endlessly. The price: a switch that has lost its connection
 * without the controller noticing waits up to {@code controller.take-over-timeout}. The newer connection becomes active
 * after the listeners have received {@code Disconnected} of the older one.
 */
public final class SwitchRegistry {
    private final Duration takeOverTimeout;
    private final ApplicationAccount account;
    private final Map<Long, Session> holders = new HashMap<>();
    private final Map<Long, Session> waiting = new HashMap<>();
    private final Map<Long, Session> active = new ConcurrentHashMap<>();
    private final Map<Long, Session> standby = new ConcurrentHashMap<>();
    private final Set<Session> watched = ConcurrentHashMap.newKeySet();
    private final BitSet indexes = new BitSet();

    /**
     * Creates an empty registry.
     *
     * @param takeOverTimeout for the answer of a holder whose id another connection has
     * @param account the account of the controller's own requests
     */
    public SwitchRegistry(Duration takeOverTimeout, ApplicationAccount account) {
        this.takeOverTimeout = takeOverTimeout;
        this.account = account;
    }

    /**
     * Assigns the datapath id to a session that has finished its setup: now, or once the present holder is
     * disconnected. Disconnects the session if the holder stays. On the session's executor.
     */
    void claim(Session session) {
        Long id = session.datapathId();
        @Nullable Session holder;
        boolean isFirst;
        synchronized (this) {
            holder = holders.putIfAbsent(id, session);
            isFirst = holder != null && waiting.putIfAbsent(id, session) == null;
        }
        if (holder == null) {
            session.executeOwn(session::datapathIdAssigned);
        } else if (isFirst) {
            challenge(holder, session);
        } else {
            refuse(session);
        }
    }

    /** Disconnects one of two sessions with the same datapath id, depending on whether the holder answers. */
    private void challenge(Session holder, Session claimant) {
        // Not under the lock, because disconnecting calls listeners.
        var _ = holder.sender()
                .requestOwn(new EchoRequest(), takeOverTimeout, account)
                .whenComplete((_, failure) -> {
                    // A switch that refuses the request is alive, too, and so is one of which this controller became a
                    // slave.
                    if (failure == null || failure instanceof RequestRefusedException || isReplaced(holder)) {
                        synchronized (this) {
                            waiting.remove(claimant.datapathId(), claimant);
                        }
                        claimant.executeOwn(() -> refuse(claimant));
                    } else if (claimant.isConnected()) {
                        holder.disconnect("no answer to an echo request within %d ms; %s has the same datapath id"
                                .formatted(takeOverTimeout.toMillis(), claimant.remoteAddress()));
                    }
                });
    }

    /** Returns whether a session that has held its datapath id was replaced by one of the same connection. */
    private synchronized boolean isReplaced(Session holder) {
        Session now = holders.get(holder.datapathId());
        return now != null && now != holder && now.remoteAddress().equals(holder.remoteAddress());
    }

    /** Disconnects a session whose datapath id another one has. On the session's executor. */
    private static void refuse(Session session) {
        session.refuse("datapath id %s is in use".formatted(session));
    }

    /** Replaces an active session by a standby one of the same connection. */
    void replace(Session session, Session next) {
        deactivate(session);
        synchronized (this) {
            indexes.clear(session.index());
            holders.replace(session.datapathId(), session, next);
        }
    }

    /** Releases the index and the datapath id of a disconnected session. The next session in line gets the id. */
    void release(Session session) {
        @Nullable Session next = null;
        watched.remove(session);
        synchronized (this) {
            indexes.clear(session.index());
            if (!session.isDatapathIdKnown()) {
                return;
            }
            Long id = session.datapathId();
            standby.remove(id, session);
            waiting.remove(id, session);
            if (holders.remove(id, session)) {
                next = waiting.remove(id);
                if (next != null) {
                    holders.put(id, next);
                }
            }
        }
        if (next != null) {
            next.executeOwn(next::datapathIdAssigned);
        }
    }

    /** Returns the smallest index that no session has, and reserves it. */
    synchronized int takeIndex() {
        int index = indexes.nextClearBit(0);
        indexes.set(index);
        return index;
    }

    void watch(Session session) {
        watched.add(session);
    }

    void standBy(Session session) {
        standby.put(session.datapathId(), session);
    }

    void leaveStandby(Session session) {
        standby.remove(session.datapathId(), session);
    }

    void activate(Session session) {
        active.put(session.datapathId(), session);
    }

    void deactivate(Session session) {
        active.remove(session.datapathId(), session);
    }

    public Collection<Switch> active() {
        return Collections.unmodifiableCollection(active.values());
    }

    public Optional<Switch> active(long datapathId) {
        return Optional.ofNullable(active.get(datapathId));
    }

    public Collection<Switch> standby() {
        return Collections.unmodifiableCollection(standby.values());
    }

    public Collection<Switch> watched() {
        return Collections.unmodifiableCollection(watched);
    }
}
