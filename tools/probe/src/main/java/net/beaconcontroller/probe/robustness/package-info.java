/**
 * The catalogue of scenarios and how their verdicts are found. Start reading at {@link
 * net.beaconcontroller.probe.robustness.Robustness}.
 */
@NullMarked
package net.beaconcontroller.probe.robustness;

import org.jspecify.annotations.NullMarked;
