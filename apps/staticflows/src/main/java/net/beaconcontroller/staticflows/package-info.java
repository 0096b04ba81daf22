/**
 * Static flows: flows, groups and meters that the controller keeps in switches. They are in the store ({@link
 * EntryStore}); a {@link Reconciler} for each connected switch compares them with what the switch reports and sends the
 * {@link Repair}s. Start reading at {@link StaticFlows}.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>The text of an entry is stored as it was written</b>, not in a canonical form: people find their own text, and
 * a later version of the parser cannot disagree with an earlier printer. An entry that a later version refuses is
 * logged, and its flow stays.
 * <li><b>The number of a deleted group or meter remains claimed</b>. Without the claim, a switch would keep the group
 * permanently if the controller is killed between the deletion from the store and that from the switches, or if the
 * switch is not connected meanwhile.
 * <li><b>A switch is read again after each change</b>, which shows the entries that it does not keep although it sent
 * no error, and the form in which it reports the others. Some report groups and actions in another form than that in
 * which they were sent; without this, they would be replaced at each comparison.
 * <li><b>A bundle that is refused because of one entry is sent again without it.</b> Otherwise, a switch that rebooted
 * would remain without any of its flows because of one.
 * <li><b>Static flows have the flag SEND_FLOW_REM</b>, so that the controller learns at once of flows that others
 * delete. Replaced flows are only found by the periodic comparison.
 * <li><b>Threads of the application wait for the answers of switches</b>, a virtual thread for each switch that is
 * being reconciled, and no event loop compares flows.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.staticflows;

import org.jspecify.annotations.NullMarked;
