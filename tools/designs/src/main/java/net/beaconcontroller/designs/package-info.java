/**
 * The designs of the event loops that the Beacon paper compares with its own (section 5), for the settings {@code
 * io.read} and {@code io.write}. The controller finds them as a service, and no other module needs this one: without
 * it, only these settings are refused. Start reading at {@link net.beaconcontroller.designs.ComparedDesigns}.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>The shared queue copies each message, and contains switches, not messages.</b> The queue of the Beacon paper
 * loses the order of the messages of a switch; applications are guaranteed the order in all designs. If a length is
 * doubtful, the queue copies the rest of the read in one piece, and the session decides where messages end.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.designs;

import org.jspecify.annotations.NullMarked;
