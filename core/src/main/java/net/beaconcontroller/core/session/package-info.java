/**
 * The OpenFlow sessions. A {@link net.beaconcontroller.core.session.Session} is the switch of one connection: its
 * {@link net.beaconcontroller.core.session.MessageReceiver} finds and dispatches messages, its {@link
 * net.beaconcontroller.core.session.MessageSender} encodes them, and its {@link
 * net.beaconcontroller.core.session.Handshake} controls it until it is active.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>A switch that connects keeps its flows, except those of Beacon that no application reconciles.</b> Deleting
 * all flows would interrupt all traffic at each reconnection, and delete the flows of operators and other controllers.
 * The cookies of Beacon begin with the byte 0xbe, and those of an application have the checksum of its name, so a
 * delete by cookie and mask reaches the others. The complement of one range of 2^32 cookies is 24 ranges, that is, 24
 * deletes. OpenFlow 1.0 has no such deletes, so the flows are read and deleted one by one.
 * <li><b>An initializer that fails or times out is skipped</b>, because a faulty application must not keep switches
 * from working.
 * <li><b>Transaction ids of messages from the loop are below 2^31, those of requests and other threads above</b>, so
 * that the path of a packet-in needs no atomic counter.
 * <li><b>The state of a session and the current loop of a switch are volatile.</b> With batches, the state is read once
 * for each batch, and the check that the caller is on the loop of the switch costs less than 1 of 33 ns. A plain field
 * for the loop would need an argument about each handover, for a gain that is not measurable.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.core.session;

import org.jspecify.annotations.NullMarked;
