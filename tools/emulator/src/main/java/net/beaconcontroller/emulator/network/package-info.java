/**
 * A network of emulated switches, links and hosts, the faults that can be injected into it, and the traffic between
 * its hosts. Start reading at {@link Network}.
 */
@NullMarked
package net.beaconcontroller.emulator.network;

import org.jspecify.annotations.NullMarked;
