/** Random messages, for tests and for instruments that try what a peer withstands. */
@NullMarked
package net.beaconcontroller.switchkit.random;

import org.jspecify.annotations.NullMarked;
