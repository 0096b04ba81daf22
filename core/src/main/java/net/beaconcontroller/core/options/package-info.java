/**
 * The settings of the controller. Start reading at {@link net.beaconcontroller.core.options.ControllerOptions}.
 */
@NullMarked
package net.beaconcontroller.core.options;

import org.jspecify.annotations.NullMarked;
