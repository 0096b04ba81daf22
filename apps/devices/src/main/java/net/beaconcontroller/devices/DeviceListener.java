package net.beaconcontroller.devices;

/** Hears what happens to devices. A component that implements it is told as long as it runs, without asking for it. */
public interface DeviceListener {
    /**
     * Something happened to a device. Called on the devices' own thread, for one event after the other; at first, when the
     * listener joins, with each device that is there as added. It should not take long: others wait, and meanwhile nothing is
     * learnt.
     *
     * <p>An exception is logged, and the others are told nevertheless.
     */
    void deviceChanged(DeviceEvent event);
}
