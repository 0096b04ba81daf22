/**
 * Addresses and their text forms, byte access, hash mixing and the Internet checksum: the code that the OpenFlow
 * library and the packet library share. Everything here is stateless or immutable, safe for use by several threads, and
 * depends on the JDK alone.
 */
@NullMarked
package net.beaconcontroller.net;

import org.jspecify.annotations.NullMarked;
