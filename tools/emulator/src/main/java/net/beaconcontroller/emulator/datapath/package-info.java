/**
 * The emulated OpenFlow switch: the connection to the controller, the flow and group tables, and the packet
 * processing. Start reading at {@link EmulatedSwitch}; {@link Datapath} forwards packets, {@link RequestHandler}
 * answers the controller.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>The tests of the switch also run against Open vSwitch</b> ({@code @OnAnySwitch}), with its dummy datapath and
 * ports, which need no privileges. Intended differences are stated in the tests: Open vSwitch buffers packets for the
 * controller as hardware switches do not; it executes the action set when a later table has no matching entry, where
 * OpenFlow 1.3.5 section 5.4 requires a drop; it detects group loops; and it honours NO_PACKET_IN.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.emulator.datapath;

import org.jspecify.annotations.NullMarked;
