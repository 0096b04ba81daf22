/**
 * Links between switch ports and hosts, with latency, loss and a bound on the frames in flight. Start reading at {@link
 * EmulatedLink}.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>Frames in flight are lost when their link fails</b>, even if the link recovers before their arrival time, as
 * on a cable.
 * <li><b>A port that is down is a link that is down.</b> Both ends observe it, as with an unplugged cable. A switch
 * that is powered off looks the same to its neighbours.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.emulator.link;

import org.jspecify.annotations.NullMarked;
