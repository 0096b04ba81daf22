/**
 * The settings of the controller, and the life cycle of applications.
 *
 * <p>Start reading at {@link net.beaconcontroller.runtime.Beacon}, which starts the core and an OSGi framework for the
 * applications. The core and all libraries are on the class path. The framework exports only the packages of {@code
 * api}, {@code openflow}, {@code packet} and {@code common} to bundles.
 */
@NullMarked
package net.beaconcontroller.runtime;

import org.jspecify.annotations.NullMarked;
