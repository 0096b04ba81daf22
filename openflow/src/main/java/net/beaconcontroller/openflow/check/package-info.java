/**
 * Checks flows, groups and meters before they are sent to a switch: against the specification, the version, what the
 * switch tells about itself, and each other. Start reading at {@link
 * net.beaconcontroller.openflow.check.EntryChecker}.
 */
@NullMarked
package net.beaconcontroller.openflow.check;

import org.jspecify.annotations.NullMarked;
