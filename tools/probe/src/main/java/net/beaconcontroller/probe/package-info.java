/**
 * Scenarios: switches that send a controller what a switch should not send. Start reading at {@link
 * net.beaconcontroller.probe.Scenario}.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>Verdicts follow from the observations of switches</b>, over real connections and with no knowledge of the code
 * of the controller, so that they are comparable between controllers. For the same reason {@code probe fuzz} is not
 * guided by coverage. Fuzzing frameworks such as boofuzz would need a second description of OpenFlow; the codec of this
 * project knows where each field of each message is.
 * <li><b>The hosts of a switch reply to ARP.</b> Controllers ask a host for its address before they believe that it has
 * moved. With hosts that are silent, each controller would believe each forgery.
 * <li><b>Messages whose number depends on the controller take their ids from a range of their own</b>, so that two runs
 * with one seed send the same faulty bytes although the controller is not equally fast.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.probe;

import org.jspecify.annotations.NullMarked;
