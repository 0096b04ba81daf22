/**
 * Discovery of hosts: where each is attached and which IP addresses it has, learned from the packets that it sends.
 * {@link Devices} is the service that applications use. Start reading at {@link DeviceTracker}.
 *
 * <h2>Decisions about places</h2>
 * <ul>
 * <li><b>A device whose port went down moves only after the move delay</b>, two seconds by default. Most ports that go
 * down by a restart of a network interface are up again within that time. A port that is down for longer cannot be
 * distinguished from a move, because packets do not prove the identity of their sender.
 * <li><b>When a port is an edge again, the 64 hosts that were detached from it last are probed there.</b> A host that
 * only answers, such as a printer, would stay detached, and be removed with its addresses after five minutes, although
 * it is where it was.
 * <li><b>ARP for another MAC address than the source of the frame counts as a sighting of it, if it is a virtual
 * one.</b> A host can send a frame with any source address, so that the sighting gives it no further possibility, and
 * the rules for moves apply. For MAC addresses outside the ranges of the known protocols, the probe at the port of the
 * claim excludes misdirected frames, and devices that have sent frames are never moved by ARP of others.
 * <li><b>A port has at most a tenth of all devices</b> by default, and a device does not move to a full port; otherwise
 * devices that move would fill the table. The default is not lower, because a port can lead to a network of other
 * switches, and benchmarks have 100,000 hosts at a port.
 * </ul>
 *
 * <h2>Decisions about addresses</h2>
 * <ul>
 * <li><b>A detached device keeps its addresses</b>, but the first device that claims one takes it over without a probe,
 * unless the detached device has a lease for it. Protocols such as VRRP move addresses from failed hosts to others at
 * once.
 * <li><b>A lease takes an address from a device without a probe</b>, unless that device has a lease, too. A probe would
 * let a host keep an address that it uses without permission. If both have leases, the server has lost its records, and
 * the probe decides.
 * </ul>
 *
 * <h2>Decisions about DHCP</h2>
 * <ul>
 * <li><b>Servers are trusted by port, and a port is learned if none is configured.</b> A server without a configured
 * port is the common case, and the first answer comes from the real server unless an attacker is present at that
 * moment. The trust belongs to the port and not to the device, because the MAC address of a server can be forged when
 * its port is down. Clients match answers by transaction id, so messages that pass before a port is learned have no
 * effect unless they answer a request.
 * <li><b>Messages of untrusted servers are stopped by the observer that learns hosts</b>, not by a listener of the
 * stage FILTER: it reads these packets anyway, and other observers still receive them. It reads UDP datagrams to the
 * DHCP ports from any source port, because not all clients check the source port.
 * <li><b>Other messages, such as a release, are ignored.</b> Any host can send them.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.devices;

import org.jspecify.annotations.NullMarked;
