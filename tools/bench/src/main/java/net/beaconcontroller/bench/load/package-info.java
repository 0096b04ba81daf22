/**
 * The load generator: emulates switches that saturate a controller, and matches every answer. Start reading at {@link
 * net.beaconcontroller.bench.load.Measurement}; {@link net.beaconcontroller.bench.load.LoadSwitch} is the hot path.
 */
@NullMarked
package net.beaconcontroller.bench.load;

import org.jspecify.annotations.NullMarked;
