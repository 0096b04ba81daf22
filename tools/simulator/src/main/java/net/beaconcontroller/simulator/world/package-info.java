/** A world: the controller with its applications, an emulated network, what happens there, and what must hold. */
@NullMarked
package net.beaconcontroller.simulator.world;

import org.jspecify.annotations.NullMarked;
