/**
 * Scenarios: switches that send a controller what a switch should not send. Start reading at {@link
 * net.beaconcontroller.probe.Scenario}.
 */
@NullMarked
package net.beaconcontroller.probe;

import org.jspecify.annotations.NullMarked;
