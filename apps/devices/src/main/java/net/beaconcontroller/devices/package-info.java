/**
 * Discovery of hosts: where each is attached and which IP addresses it has, learned from the packets that it sends.
 * {@link Devices} is the service that applications use. Start reading at {@link DeviceTracker}.
 */
@NullMarked
package net.beaconcontroller.devices;

import org.jspecify.annotations.NullMarked;
