package net.beaconcontroller.devices;

import net.beaconcontroller.topology.SwitchPort;

/**
 * An event in the life of a device. The first event of a device is {@link Added}, the last is {@link Removed}; all
 * others occur any number of times in between.
 */
public sealed interface DeviceEvent {
    /** Returns the state of the device after the event; for {@link Removed}, the last state. */
    Device device();

    /** A new device; for a newly registered listener, an existing device. */
    record Added(Device device) implements DeviceEvent {}

    /**
     * A device moved to another port without being detached in between.
     *
     * @param from the previous port
     */
    record Moved(Device device, SwitchPort from) implements DeviceEvent {}

    /**
     * The port of a device is no longer an edge: it is down or removed, its switch disconnected, or a direct link was
     * found at it. The device keeps its IP addresses.
     *
     * @param from the previous port
     */
    record Detached(Device device, SwitchPort from) implements DeviceEvent {}

    /** A detached device was seen again, at the same or another port. */
    record Attached(Device device) implements DeviceEvent {}

    /**
     * IP addresses of a device were added or removed.
     *
     * @param before the state before the event
     */
    record AddressesChanged(Device device, Device before) implements DeviceEvent {}

    /** A device was removed from the table. */
    record Removed(Device device, Reason reason) implements DeviceEvent {
        /** The reason for removing a device. */
        public enum Reason {
            /** No packet was received for an hour, and no reply to a probe. */
            IDLE,
            /** The device was detached for five minutes. */
            DETACHED,
            /** The device was detached, and others took its place because its port reached a limit. */
            PORT_FULL
        }
    }
}
