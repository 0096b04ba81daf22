/** The cases of the catalogue, by group. */
@NullMarked
package net.beaconcontroller.probe.robustness.catalogue;

import org.jspecify.annotations.NullMarked;
