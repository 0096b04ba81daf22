/**
 * The hosts of the network: where each is attached, and what addresses it has; found out from what they send. Start reading at
 * {@link Devices}. What a frame says is read in {@code Hearing}, on the loops; what is believed of it is decided in {@code
 * DeviceTable}, on a thread of its own.
 */
@NullMarked
package net.beaconcontroller.devices;

import org.jspecify.annotations.NullMarked;
