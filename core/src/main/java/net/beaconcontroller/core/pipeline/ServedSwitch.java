package net.beaconcontroller.core.pipeline;

import net.beaconcontroller.api.Switch;

/** A switch whose messages the listeners handle. */
public interface ServedSwitch extends Switch {
    /**
     * Ends the service of an application for this switch, until it connects again or the application is restarted. The
     * application still receives events such as the end of the connection. Any thread may call this method.
     */
    void leaveUnserved(ApplicationAccount application);
}
