package net.beaconcontroller.devices;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;

/** Who listens to what happens to devices. For the devices' thread. */
final class DeviceListeners {
    private static final System.Logger LOG = System.getLogger(DeviceListeners.class.getPackageName());

    private final List<DeviceListener> listeners = new ArrayList<>();

    /** Adds a listener, after it was told this. */
    void add(DeviceListener listener, List<? extends DeviceEvent> first) {
        first.forEach(event -> tell(listener, event));
        listeners.add(listener);
    }

    void remove(DeviceListener listener) {
        listeners.remove(listener);
    }

    void tell(DeviceEvent event) {
        listeners.forEach(listener -> tell(listener, event));
    }

    private static void tell(DeviceListener listener, DeviceEvent event) {
        try {
            listener.deviceChanged(event);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "%s failed to hear %s".formatted(listener, event), e);
        }
    }
}
