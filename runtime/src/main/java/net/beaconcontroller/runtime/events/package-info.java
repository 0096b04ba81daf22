/**
 * The log of the events of the controller and of applications: {@link
 * net.beaconcontroller.runtime.events.EventLog}, and its sources in the core and in the log.
 */
@NullMarked
package net.beaconcontroller.runtime.events;

import org.jspecify.annotations.NullMarked;
