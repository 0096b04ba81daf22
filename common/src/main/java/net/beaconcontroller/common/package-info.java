/**
 * What the OpenFlow library, the packet library and the modules above both need: addresses and their text form, byte access, hash
 * mixing, the Internet checksum; timers, threads that own state, and rate-limited logging. Depends on the JDK alone.
 */
@NullMarked
package net.beaconcontroller.common;

import org.jspecify.annotations.NullMarked;
