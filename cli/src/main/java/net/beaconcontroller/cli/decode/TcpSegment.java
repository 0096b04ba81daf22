package net.beaconcontroller.cli.decode;

import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * A TCP segment in a packet, RFC 9293 section 3.1.
 *
 * @param sequence the number of the first byte of data
 * @param begins whether it has SYN, and so is the first of its direction
 * @param data as it lies in an array, until the next packet is read
 */
record TcpSegment(
        Instant time, TcpEndpoint source, TcpEndpoint destination, int sequence, boolean begins, ByteBuffer data) {}
