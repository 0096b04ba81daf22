/**
 * Views of Ethernet frames and of what they carry, for who has to look into a frame that a switch sent.
 *
 * <p>A view reads bytes where they lie: {@link net.beaconcontroller.packet.Ethernet} is made once, wrapped around frame
 * after frame, and hands out its own {@link net.beaconcontroller.packet.Ipv4} or
 * {@link net.beaconcontroller.packet.Arp}, so that looking into a frame allocates nothing. What a view says is good
 * until the next wrap or until the bytes change, and a view is used by one thread. Frames come from anybody and may be
 * cut short by the switch, so a layer is handed out only if its header is there and its lengths can be true, and is
 * null otherwise; no view reads outside the frame. Checksums are not verified.
 *
 * <p>Offsets count in the array that was wrapped, from its beginning. Unsigned fields come out as the next larger Java
 * type; Ethernet addresses are the low 48 bits of a {@code long}, IPv4 addresses the low 32.
 *
 * <p>Start reading at {@link net.beaconcontroller.packet.Ethernet}.
 */
@NullMarked
package net.beaconcontroller.packet;

import org.jspecify.annotations.NullMarked;
