/**
 * Emulated hosts: ARP, ICMP echo, DHCP, UDP and TCP as far as test traffic needs them. Start reading at {@link
 * EmulatedHost}.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>Duplicates are detected on reception</b>, before a host checks the destination address: a unicast frame that
 * was flooded twice is as wrong as a duplicate broadcast.
 * <li><b>Hosts implement TCP</b>, in about 400 lines. The TCP of the kernel would need namespaces and root privileges.
 * Streams that slow down on reordering, loss and path changes, as real connections do, show whether a reroute is good.
 * Options other than the segment id are left out: both ends know the segment size, and a window of 64 KB is sufficient.
 * <li><b>A host has no gateway and no subnet mask.</b> Tests of routing do not need them: the controller sees the ARP
 * requests that hosts send.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.emulator.host;

import org.jspecify.annotations.NullMarked;
