package net.beaconcontroller.core.session;

import java.util.LinkedHashMap;
import java.util.Map;
import net.beaconcontroller.openflow.structure.Role;

/**
 * The role that this controller requests from each switch that connects: its last one there if that was requested or
 * was lost to another master, else that of the settings. So an interrupted connection does not undo a take-over.
 * Thread-safe.
 */
public final class WantedRoles {
    /** The number of remembered switches; beyond, the oldest is forgotten. */
    private static final int MAX_SWITCHES = 100_000;

    private final Map<Long, Role> bySwitch = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Role> eldest) {
            return size() > MAX_SWITCHES;
        }
    };
    private Role initial;

    /**
     * Creates an object without remembered switches.
     *
     * @param initial the role of the settings
     */
    public WantedRoles(Role initial) {
        this.initial = initial;
    }

    synchronized Role of(long datapathId) {
        return bySwitch.getOrDefault(datapathId, initial);
    }

    synchronized void remember(long datapathId, Role role) {
        bySwitch.put(datapathId, role);
    }

    /** Sets the role for all switches, in place of that of the settings. */
    public synchronized void setAll(Role role) {
        bySwitch.clear();
        initial = role;
    }
}
