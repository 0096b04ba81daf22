package net.beaconcontroller.cli.decode;

import java.time.Instant;

/**
 * Where in a capture a message is from.
 *
 * @param time of the packet that has the message's first byte
 */
record CaptureOrigin(Instant time, TcpEndpoint source, TcpEndpoint destination) {}
