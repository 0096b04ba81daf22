/**
 * The network side of everything that plays a switch or tests a controller: the event loop {@link
 * net.beaconcontroller.switchkit.io.SelectLoop} and the framing {@link net.beaconcontroller.switchkit.io.Framer}.
 */
@NullMarked
package net.beaconcontroller.switchkit.io;

import org.jspecify.annotations.NullMarked;
