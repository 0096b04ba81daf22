/** Sockets within a simulated world: TCP between its actors, with delays, pieces, full buffers and resets. */
@NullMarked
package net.beaconcontroller.simulator.sockets;

import org.jspecify.annotations.NullMarked;
