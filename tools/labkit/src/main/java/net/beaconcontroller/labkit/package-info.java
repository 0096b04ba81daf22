/**
 * What tests of the built controller stand on: {@link BeaconProcess} is the controller, started with the launcher, and
 * {@link OvsLab} a network of real Open vSwitch and hosts. Start reading there.
 */
@NullMarked
package net.beaconcontroller.labkit;

import org.jspecify.annotations.NullMarked;
