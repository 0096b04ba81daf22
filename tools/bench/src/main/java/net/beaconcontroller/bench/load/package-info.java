/**
 * The load generator: emulates switches that saturate a controller, and matches every answer. Start reading at {@link
 * net.beaconcontroller.bench.load.Measurement}; {@link net.beaconcontroller.bench.load.LoadSwitch} is where the time goes.
 */
@NullMarked
package net.beaconcontroller.bench.load;

import org.jspecify.annotations.NullMarked;
