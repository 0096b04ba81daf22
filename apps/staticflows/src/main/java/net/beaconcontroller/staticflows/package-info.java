/**
 * Static flows: flows, groups and meters that the controller keeps in switches. They are in the store ({@link
 * EntryStore}); a {@link Reconciler} for each connected switch compares them with what the switch reports and sends the
 * {@link Repair}s. Start reading at {@link StaticFlows}.
 */
@NullMarked
package net.beaconcontroller.staticflows;

import org.jspecify.annotations.NullMarked;
