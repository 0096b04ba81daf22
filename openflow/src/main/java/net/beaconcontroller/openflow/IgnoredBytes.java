package net.beaconcontroller.openflow;

/**
 * Bytes of a message that the specification gives no meaning, and that were not what this library writes there: padding that is
 * not zero, what stands behind the end of a text, values of wildcarded fields in OpenFlow 1.0. Kept so that a message
 * that is passed on is passed on as it came.
 *
 * @param offset from the begin of the message
 * @param bytes empty where the message ends, as the peer left out what is written behind
 */
public record IgnoredBytes(int offset, Bytes bytes) {}
