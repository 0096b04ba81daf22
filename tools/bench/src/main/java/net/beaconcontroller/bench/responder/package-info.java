/**
 * The null controller, the baseline of comparisons. Start reading at {@link
 * net.beaconcontroller.bench.responder.Responder}.
 */
@NullMarked
package net.beaconcontroller.bench.responder;

import org.jspecify.annotations.NullMarked;
