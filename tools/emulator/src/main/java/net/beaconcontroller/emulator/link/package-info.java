/**
 * Links between switch ports and hosts, with latency, loss and a bound on the frames in flight. Start reading at {@link
 * EmulatedLink}.
 */
@NullMarked
package net.beaconcontroller.emulator.link;

import org.jspecify.annotations.NullMarked;
