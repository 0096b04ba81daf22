/**
 * Non-blocking input and output of TCP connections: {@link net.beaconcontroller.common.socket.ByteTransport}, and its
 * implementations by the channels of the JDK and by system calls. Readiness is the business of a
 * {@link java.nio.channels.Selector} in either case. Start reading at
 * {@link net.beaconcontroller.common.socket.TransportType}.
 */
@NullMarked
package net.beaconcontroller.common.socket;

import org.jspecify.annotations.NullMarked;
