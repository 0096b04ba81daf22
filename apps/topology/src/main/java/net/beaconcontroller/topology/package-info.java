/**
 * How switches are joined: found by probes, which each switch is told to send out of each port, and which come back as
 * packet-ins of the switch at the other end. Start reading at {@link Topology}; how it is found out is in {@code Discovery}.
 */
@NullMarked
package net.beaconcontroller.topology;

import org.jspecify.annotations.NullMarked;
