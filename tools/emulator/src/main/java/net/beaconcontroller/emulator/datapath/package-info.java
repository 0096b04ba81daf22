/**
 * The emulated OpenFlow switch: the connection to the controller, the flow and group tables, and the packet
 * processing. Start reading at {@link EmulatedSwitch}; {@link Datapath} forwards packets, {@link RequestHandler}
 * answers the controller.
 */
@NullMarked
package net.beaconcontroller.emulator.datapath;

import org.jspecify.annotations.NullMarked;
