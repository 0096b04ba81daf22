package net.beaconcontroller.openflow.message;

import net.beaconcontroller.openflow.PortNumber;

/**
 * The properties of a flow-mod that both {@link FlowMod.Builder}, which builds a value, and {@code FlowModEncoder},
 * which encodes in place, can set. Properties may be set in any order; one that is set twice has the later value. A
 * property that is not set has its default, and a header field that is not set matches any value. See OpenFlow 1.5.1
 * section 7.3.4 for the properties and section 7.2.3.8 for the header fields and their prerequisites.
 *
 * @param <B> the type of the builder
 */
public interface FlowBuilder<B extends FlowBuilder<B>> {
    /** Sets the flow table, 0 to 254. Default 0, the only table of OpenFlow 1.0. */
    B tableId(int value);

    /** Sets the cookie, 64 bits, which messages about the flow contain. Default 0. */
    B cookie(long value);

    /** Sets the priority, 0 to 65535; the matching flow with the highest priority applies. Default 32768. */
    B priority(int value);

    /** Sets the idle timeout: the flow expires after this time without a packet, 1 to 65535 s. Default 0: never. */
    B idleTimeoutSeconds(int value);

    /** Sets the hard timeout: the flow expires after this time, 1 to 65535 s. Default 0: never. */
    B hardTimeoutSeconds(int value);

    /** Sets the OFPFF_ flags, such as {@link FlowMod#SEND_FLOW_REMOVED}. Default 0. */
    B flags(int value);

    /**
     * Sets the buffered packet to which the switch applies the flow, 32 bits. Default {@link PacketIn#NO_BUFFER}.
     * {@code FlowModEncoder.sendAndForward} sets it.
     */
    B bufferId(long value);

    /** Matches the ingress port; see {@link PortNumber}. */
    B inPort(long port);

    /** Matches the destination MAC address, in the low 48 bits. */
    B ethDestination(long mac);

    /** Matches the source MAC address, in the low 48 bits. */
    B ethSource(long mac);

    /** Matches the EtherType of the payload, after VLAN tags, 16 bits. */
    B ethType(int type);

    /** Matches the VLAN id, 0 to 4095, with any priority; or frames without a tag with {@code VlanId.NONE}. */
    B vlan(int id);

    /** Matches the VLAN id, 0 to 4095, and the priority, 0 to 7; or frames without a tag with {@code VlanId.NONE}. */
    B vlan(int id, int tagPriority);

    /** Matches the DSCP, 0 to 63. Requires the EtherType of IPv4 or IPv6. */
    B ipDscp(int value);

    /** Matches the IP protocol, 0 to 255. Requires the EtherType of IPv4 or IPv6. */
    B ipProtocol(int value);

    /** Matches the IPv4 source and destination, in the low 32 bits. Requires the EtherType of IPv4. */
    B ipv4(long source, long destination);

    /**
     * Matches the ARP operation (1 request, 2 reply) and the IPv4 addresses of sender and target, in the low 32 bits.
     * Requires the EtherType of ARP.
     */
    B arp(int operation, long sender, long target);

    /**
     * Matches the IPv6 source and destination, 16 bytes each at these offsets of an array. Requires the EtherType of
     * IPv6.
     */
    B ipv6(byte[] array, int sourceOffset, int destinationOffset);

    /** Matches the TCP source and destination port, 0 to 65535. Requires the IP protocol. */
    B tcp(int sourcePort, int destinationPort);

    /** Matches the UDP source and destination port, 0 to 65535. Requires the IP protocol. */
    B udp(int sourcePort, int destinationPort);

    /** Matches the ICMP type and code, 0 to 255. Requires the IP protocol. */
    B icmpv4(int type, int code);

    /** Matches the ICMPv6 type and code, 0 to 255. Requires the IP protocol. Not in OpenFlow 1.0. */
    B icmpv6(int type, int code);

    /** Adds an action: output to a port; see {@link PortNumber}. */
    B output(long port);

    /** Removes all actions. A flow without actions drops its packets. */
    B drop();
}
