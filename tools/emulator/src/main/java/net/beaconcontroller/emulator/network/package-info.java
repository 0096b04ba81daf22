/**
 * A network of emulated switches, links and hosts, the faults that can be injected into it, and the traffic between
 * its hosts. Start reading at {@link Network}.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>A network runs on one thread</b>: it needs no locks, events are processed in the order of their times, and a
 * host needs a few hundred bytes. The cost is the second core; the controllers under test are slower than the emulated
 * switches.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.emulator.network;

import org.jspecify.annotations.NullMarked;
