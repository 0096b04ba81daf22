/**
 * The catalogue of scenarios and how their verdicts are found. Start reading at {@link
 * net.beaconcontroller.probe.robustness.Robustness}.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>A witness runs beside each culprit.</b> That a controller refuses a message says little; that other switches
 * are answered as fast as before is what a network needs.
 * <li><b>A switch is served when packets from each of its ports are sent to one port.</b> While a controller still
 * looks for links at a port, it drops or holds packets from there, and each faulty frame would be ignored. A dropped
 * packet-in is not answered either, and a flow between two addresses is not the answer to a packet-in: it may be due to
 * an earlier packet.
 * <li><b>The default closing time is 12 s</b>, because controllers find a dead or defective connection by timeouts of
 * up to 10 s.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.probe.robustness;

import org.jspecify.annotations.NullMarked;
