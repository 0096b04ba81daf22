/**
 * The designs of the event loops that the Beacon paper compares with its own (section 5). The controller finds them as
 * a service, and no other package uses this one: without it, only the settings that select these designs are refused.
 */
@NullMarked
package net.beaconcontroller.core.designs;

import org.jspecify.annotations.NullMarked;
