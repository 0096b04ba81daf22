/**
 * The switch's side of OpenFlow. {@link net.beaconcontroller.emulator.FakeSwitch} connects to a controller over a real
 * socket, answers what a handshake asks, and does else what it is told: to test controllers with, and to drive load.
 */
@NullMarked
package net.beaconcontroller.emulator;

import org.jspecify.annotations.NullMarked;
