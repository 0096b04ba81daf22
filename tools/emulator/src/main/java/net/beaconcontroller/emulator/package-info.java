/**
 * The switch's side of OpenFlow. {@link net.beaconcontroller.emulator.Network} is a network of switches, links and hosts
 * that does what its controller says: start reading there. A {@link net.beaconcontroller.emulator.NetworkSpec} says what it consists of, an
 * {@link net.beaconcontroller.emulator.EmulatedSwitch} is its switch, and all of it happens on an {@link
 * net.beaconcontroller.emulator.EmulatorLoop}.
 *
 * <p>{@link net.beaconcontroller.emulator.FakeSwitch} has no network behind it. It connects to a controller over a real
 * socket, answers what a handshake asks, and does else what it is told: to test controllers with, and to drive load.
 */
@NullMarked
package net.beaconcontroller.emulator;

import org.jspecify.annotations.NullMarked;
