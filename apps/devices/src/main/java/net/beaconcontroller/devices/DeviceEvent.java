package net.beaconcontroller.devices;

import net.beaconcontroller.topology.SwitchPort;

/**
 * What happens to a device. It is added, then it moves, is detached and attached again and gets other addresses any number of
 * times, and at last it is removed.
 */
public sealed interface DeviceEvent {
    /** The device as it is from now on; of one that is removed, as it was. */
    Device device();

    /** A device that was not known; to a listener that joins, one that is there. */
    record Added(Device device) implements DeviceEvent {}

    /**
     * A device is at another port.
     *
     * @param from where it was before, without having been detached
     */
    record Moved(Device device, SwitchPort from) implements DeviceEvent {}

    /**
     * The port that led to a device is no place for hosts any more: it is down or gone, its switch is, or a link to another
     * switch was found there. The device's addresses stay known.
     *
     * @param from where it was
     */
    record Detached(Device device, SwitchPort from) implements DeviceEvent {}

    /** A device that was detached was heard again, at the same port or at another. */
    record Attached(Device device) implements DeviceEvent {}

    /**
     * A device has got IP addresses, or lost some.
     *
     * @param before the device until now
     */
    record AddressesChanged(Device device, Device before) implements DeviceEvent {}

    /** A device is not known any more. */
    record Removed(Device device, Reason reason) implements DeviceEvent {
        /** Why a device is removed. */
        public enum Reason {
            /** It said nothing for an hour, nor when it was asked. */
            SILENT,
            /** It was detached, and not heard anywhere for five minutes. */
            DETACHED
        }
    }
}
