package net.beaconcontroller.routing;

/**
 * What became of packet-ins, since the start. Each is in one of these.
 *
 * @param local flows between two ports of one switch
 * @param routed paths over several switches, installed or written again
 * @param unicast broadcasts that were for one host only, and were sent to that alone: ARP, neighbour discovery, DHCP
 * @param floods sent to all edges
 * @param loops not flooded, as the same frame came in at another port just before
 * @param tooMany not flooded, as there were too many of them
 * @param notDesignated not passed on, as another port of the same broadcast domain does that
 * @param unsettled not passed on, as it is not known yet what is behind the port
 * @param unreachable no path leads to the host that they are for
 * @param toItself for a host behind the port they came in on
 * @param notForwarded addressed to bridges, or broadcast by a switch
 * @param cut not flooded, as the switch sent only their beginning ({@code controller.miss-send-length})
 * @param rerouted paths that were led elsewhere, or taken away, after a change; not packet-ins
 */
public record ForwardingCounters(
        long local,
        long routed,
        long unicast,
        long floods,
        long loops,
        long tooMany,
        long notDesignated,
        long unsettled,
        long unreachable,
        long toItself,
        long notForwarded,
        long cut,
        long rerouted) {}
