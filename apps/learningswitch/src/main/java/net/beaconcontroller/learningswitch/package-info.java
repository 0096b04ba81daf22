/**
 * An application that makes every switch a learning switch, as in section 6 of the Beacon paper (HotSDN 2013). For
 * networks without loops.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>Flows match the ingress port, the VLAN and both Ethernet addresses</b>, the fields that the decision depends
 * on, and not all header fields as in the original Beacon. So there is one flow for each pair of hosts instead of one
 * for each connection, and a new connection of a pair causes no packet-in. {@code Switch.addFlow(in)} matches all
 * header fields, for applications that want one flow for each connection.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.learningswitch;

import org.jspecify.annotations.NullMarked;
