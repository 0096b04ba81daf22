/**
 * Non-blocking input and output of TCP connections: {@link net.beaconcontroller.io.ByteTransport}, and its
 * implementations by the channels of the JDK and by system calls. Readiness is the business of a
 * {@link java.nio.channels.Selector} in either case. Start reading at
 * {@link net.beaconcontroller.io.TransportType}.
 */
@NullMarked
package net.beaconcontroller.io;

import org.jspecify.annotations.NullMarked;
