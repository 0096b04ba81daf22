package net.beaconcontroller.routing;

/**
 * The outcome of forwarding a packet-in. Each packet-in that reaches the forwarder has one, and a second one if it was
 * held and is dropped later.
 */
public enum ForwardingOutcome {
    /** A flow was installed between two ports of one switch. */
    LOCAL,
    /** A path over several switches was installed, or sent to the switches again. */
    ROUTED,
    /** Forwarded by the controller, without a flow: the port has used up its flows or paths, or the table is full. */
    WITHOUT_FLOW,
    /** ARP or Neighbor Discovery for one host was sent to that host. It does not follow the flows of other packets. */
    INSPECTED,
    /** A broadcast that concerns one host (ARP, neighbor discovery, DHCP) was sent to that host only. */
    UNICAST,
    /** Flooded to all edges. */
    FLOODED,
    /** Not flooded: the same frame was received at another port within two seconds, or at its port within 250 ms. */
    DUPLICATE,
    /** A multicast that was not flooded: a rate limit of multicasts was reached. */
    MULTICAST_LIMITED,
    /** Not flooded, not sent to the host that a broadcast concerns, or dropped: a rate limit was reached. */
    RATE_LIMITED,
    /** Dropped: another port of the broadcast or flood domain handles the frame. */
    NOT_DESIGNATED,
    /**
     * Held, because discovery has not classified the port yet, the move or the address of the source is being verified,
     * or the packet is in transit to a host that is detached. When that is decided, the packet is received again. If it
     * is not decided within three seconds, or the switch disconnects, the packet is dropped, and counted with the
     * reason why it was held.
     */
    HELD,
    /** Dropped: discovery has not classified the port yet. */
    UNSETTLED,
    /** Dropped: the port returns its own frames. */
    LOOPED,
    /** Dropped: the source is attached to another port. */
    SOURCE_ELSEWHERE,
    /** Dropped: ARP or Neighbor Discovery that claims an IP address of another device, or a MAC address elsewhere. */
    FORGED_CLAIM,
    /** Dropped: no path leads to the destination host, or its switch is not connected. */
    UNREACHABLE,
    /** Dropped: the destination host is attached to the ingress port. */
    TO_INGRESS_PORT,
    /** Dropped: addressed to bridges, or broadcast by a switch and not from its own address. */
    NOT_FORWARDED,
    /** Not flooded, or not sent to another switch: the switch sent only the beginning of the frame. */
    TRUNCATED,
    /** Counts paths, not packet-ins: an installed path was moved or removed after a topology change. */
    REROUTED
}
