/**
 * The messages that a busy controller processes in large numbers, without allocation: {@link
 * net.beaconcontroller.openflow.flyweight.PacketInView} reads a packet-in in the input buffer; {@link
 * net.beaconcontroller.openflow.flyweight.FlowModEncoder}, {@link
 * net.beaconcontroller.openflow.flyweight.HostPairFlowEncoder} and {@link
 * net.beaconcontroller.openflow.flyweight.PacketOutEncoder} encode into the output of a connection. Start reading at
 * PacketInView.
 */
@NullMarked
package net.beaconcontroller.openflow.flyweight;

import org.jspecify.annotations.NullMarked;
