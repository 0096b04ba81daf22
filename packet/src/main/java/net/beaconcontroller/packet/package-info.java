/**
 * Views that read Ethernet frames and the protocols in them, and builders that write them.
 *
 * <p>A view reads bytes in place: an application makes one {@link net.beaconcontroller.packet.Ethernet} and wraps it
 * around frame after frame. The views of the upper layers, such as {@link net.beaconcontroller.packet.Ipv4} and {@link
 * net.beaconcontroller.packet.Arp}, belong to it, so that parsing a frame allocates nothing. A view is valid until the
 * next wrap or until the bytes change, and is used by one thread. Frames are untrusted input and may be truncated by
 * the switch: the view of a layer is null unless the header is complete and its length fields are possible, and no view
 * reads outside the frame. Checksums are verified by {@link net.beaconcontroller.packet.Ipv4#isIntact} only.
 *
 * <p>Offsets count from the start of the wrapped array. Unsigned fields are returned as the next larger Java type; MAC
 * addresses are the low 48 bits of a {@code long}, IPv4 addresses the low 32 bits.
 *
 * <p>Start reading at {@link net.beaconcontroller.packet.Ethernet} and {@link
 * net.beaconcontroller.packet.FrameBuilder}.
 */
@NullMarked
package net.beaconcontroller.packet;

import org.jspecify.annotations.NullMarked;
