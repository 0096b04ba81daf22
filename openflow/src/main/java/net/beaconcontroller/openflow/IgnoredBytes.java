package net.beaconcontroller.openflow;

/**
 * Bytes of a message that have no meaning in the specification and differ from those that this library writes: padding
 * other than zero, bytes after the end of a text, wildcarded fields in OpenFlow 1.0. They are kept so that a decoded
 * message encodes to the same bytes.
 *
 * @param offset from the start of the message
 * @param bytes empty if the message ends here and the peer left out the fields that follow
 */
public record IgnoredBytes(int offset, Bytes bytes) {}
