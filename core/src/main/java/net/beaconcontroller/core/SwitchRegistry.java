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

/**
 * Who has which datapath id. There is one connection for each: when another comes, the newer one wins, and has the id when
 * the older one is gone, so that applications never see two switches of one id. Safe for use by several threads.
 */
final class SwitchRegistry {
    private static final System.Logger LOG = System.getLogger(SwitchRegistry.class.getName());

    private final Map<Long, Session> holders = new HashMap<>();
    private final Map<Long, Session> waiting = new HashMap<>();
    private final Map<Long, Session> active = new ConcurrentHashMap<>();
    private final BitSet indexes = new BitSet();

    /** Gives the session its datapath id, now or when the one that has it is gone. */
    synchronized void claim(Session session) {
        Long id = session.datapathId();
        Session holder = holders.get(id);
        if (holder == null) {
            holders.put(id, session);
            session.execute(session::claimed);
            return;
        }
        LOG.log(
                Level.WARNING,
                "switch %s connects from %s and is connected from %s already: the newer connection wins"
                        .formatted(session, session.remoteAddress(), holder.remoteAddress()));
        Session overtaken = waiting.put(id, session);
        if (overtaken != null) {
            overtaken.disconnect("a newer connection of the same datapath id");
        }
        holder.disconnect("a newer connection of the same datapath id, from " + session.remoteAddress());
    }

    /** The session is gone, whatever it had. */
    synchronized void release(Session session) {
        indexes.clear(session.index());
        if (!session.isIdentified()) {
            return;
        }
        Long id = session.datapathId();
        waiting.remove(id, session);
        if (holders.remove(id, session)) {
            Session next = waiting.remove(id);
            if (next != null) {
                claim(next);
            }
        }
    }

    /** The smallest number that no session has. */
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
