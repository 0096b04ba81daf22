/**
 * The messages that a busy controller processes in large numbers, without allocation: {@link
 * net.beaconcontroller.openflow.flyweight.PacketInView} reads a packet-in in the input buffer; {@link
 * net.beaconcontroller.openflow.flyweight.FlowModEncoder}, {@link
 * net.beaconcontroller.openflow.flyweight.HostPairFlowEncoder} and {@link
 * net.beaconcontroller.openflow.flyweight.PacketOutEncoder} encode into the output of a connection. Start reading at
 * PacketInView.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>Three messages exist in two forms.</b> Packet-in, flow-mod and packet-out are records for tests, tools and the
 * switch side, and in addition a view and encoders for the path that must not allocate. {@code PacketInView.copy} turns
 * the view into the record.
 * <li><b>Packet-outs are split where they are encoded</b>, by {@code PacketOutEncoder} and {@code PacketOut.fitting},
 * and not in the applications. An application that had to check lengths would forget it, and would fail for frames and
 * port numbers that peers choose. A packet that cannot be sent at all is counted. It is not an exception, because the
 * sender of the packet is at fault and not the application.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.openflow.flyweight;

import org.jspecify.annotations.NullMarked;
