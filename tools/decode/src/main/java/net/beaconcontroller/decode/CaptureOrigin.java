package net.beaconcontroller.decode;

import java.time.Instant;

/**
 * The origin of a message in a capture.
 *
 * @param time the time of the packet with the first byte of the message
 */
record CaptureOrigin(Instant time, TcpEndpoint source, TcpEndpoint destination) {}
