package net.beaconcontroller.devices;

/** A listener to device events. An OSGi component that implements this interface is registered while it is active. */
public interface DeviceListener {
    /**
     * Handles an event. Called on the device thread, once for each event, in order. The first calls follow registration
     * and report each existing device as {@link DeviceEvent.Added}. The method should return quickly, because it delays
     * other listeners and the learning of devices.
     *
     * <p>An exception is logged; the other listeners are still called.
     */
    void deviceChanged(DeviceEvent event);
}
