package net.beaconcontroller.decode;

import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * A TCP segment, RFC 9293 section 3.1.
 *
 * @param sequence the sequence number of the first data byte
 * @param begins whether the segment has SYN
 * @param data the data, valid until the next packet is read
 */
record TcpSegment(
        Instant time, TcpEndpoint source, TcpEndpoint destination, int sequence, boolean begins, ByteBuffer data) {}
