/**
 * The designs of the event loops that the Beacon paper compares with its own (section 5), for the settings {@code
 * io.read} and {@code io.write}. The controller finds them as a service, and no other module needs this one: without
 * it, only these settings are refused. Start reading at {@link net.beaconcontroller.designs.ComparedDesigns}.
 */
@NullMarked
package net.beaconcontroller.designs;

import org.jspecify.annotations.NullMarked;
