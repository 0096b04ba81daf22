/**
 * The OpenFlow wire format and message model.
 *
 * <p>Every message is a {@link net.beaconcontroller.openflow.message.Message}: an immutable record that names things in the terms
 * of OpenFlow 1.3 and later, whatever version it came in. {@link net.beaconcontroller.openflow.codec.Messages} turns bytes into
 * messages and messages into the bytes of a version. The three messages that a busy controller sees by the million have
 * a second form that allocates nothing: {@link net.beaconcontroller.openflow.flyweight.PacketInView} reads a packet-in where it
 * lies, {@link net.beaconcontroller.openflow.flyweight.FlowModEncoder} and {@link net.beaconcontroller.openflow.flyweight.PacketOutEncoder}
 * write into the connection's output.
 *
 * <p>A structure names its fields once, in its {@code walk}, which is run to read, to write and to print it: adding a field is
 * a component and a line there. Start reading at {@link net.beaconcontroller.openflow.codec.Messages} and {@link
 * net.beaconcontroller.openflow.multipart.GroupStats}.
 *
 * <p>Unsigned fields come out as the next larger Java type: 8 and 16 bits as {@code int}, 32 bits as {@code long}. Fields of
 * 64 bits are a {@code long} of the same bits. Ethernet addresses are the low 48 bits of a {@code long}.
 *
 * <p>What names no version is in all of OpenFlow 1.0, 1.2, 1.3, 1.4 and 1.5. Sections are those of OpenFlow 1.5.1, unless
 * another version is named; a name such as OFPT_HELLO, OFPFF_ or ofp_port behind one is where in the section to look.
 */
@NullMarked
package net.beaconcontroller.openflow;

import org.jspecify.annotations.NullMarked;
