package net.beaconcontroller.core;

import java.lang.System.Logger.Level;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import net.beaconcontroller.api.Switch;
import org.jspecify.annotations.Nullable;

/**
 * The sessions by datapath id. Each datapath id has one holder: when a second connection with the same id completes its
 * setup, the older connection is closed, and then the newer one becomes the holder. So applications never see two
 * switches with one id. Thread-safe; listeners are not called under the lock.
 */
final class SwitchRegistry {
    private static final System.Logger LOG = System.getLogger(SwitchRegistry.class.getName());

    private final Map<Long, Session> holders = new HashMap<>();
    private final Map<Long, Session> waiting = new HashMap<>();
    private final Map<Long, Session> active = new ConcurrentHashMap<>();
    private final BitSet indexes = new BitSet();

    /**
     * Assigns the datapath id to a session that has finished its setup: now, or once the present holder is
     * disconnected.
     */
    void claim(Session session) {
        Long id = session.datapathId();
        @Nullable Session holder;
        @Nullable Session overtaken;
        synchronized (this) {
            holder = holders.putIfAbsent(id, session);
            overtaken = holder == null ? null : waiting.put(id, session);
        }
        if (holder == null) {
            session.executeOwn(session::datapathIdAssigned);
            return;
        }
        LOG.log(
                Level.WARNING,
                "duplicate datapath id: switch %s connects from %s; closing the older connection from %s"
                        .formatted(session, session.remoteAddress(), holder.remoteAddress()));
        // Not under the lock, because disconnecting calls listeners.
        if (overtaken != null) {
            overtaken.disconnect("a newer connection has the same datapath id");
        }
        holder.disconnect("a newer connection has the same datapath id, from " + session.remoteAddress());
    }

    /** Releases the index and the datapath id of a disconnected session. The next session in line gets the id. */
    void release(Session session) {
        @Nullable Session next = null;
        synchronized (this) {
            indexes.clear(session.index());
            if (!session.isDatapathIdKnown()) {
                return;
            }
            Long id = session.datapathId();
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

    void activate(Session session) {
        active.put(session.datapathId(), session);
    }

    void deactivate(Session session) {
        active.remove(session.datapathId(), session);
    }

    Collection<Switch> active() {
        return Collections.unmodifiableCollection(active.values());
    }

    Optional<Switch> active(long datapathId) {
        return Optional.ofNullable(active.get(datapathId));
    }
}
