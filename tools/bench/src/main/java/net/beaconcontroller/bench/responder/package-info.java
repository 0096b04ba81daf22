/**
 * A controller that does nothing but answer: what others are compared with. Start reading at {@link
 * net.beaconcontroller.bench.responder.Responder}.
 */
@NullMarked
package net.beaconcontroller.bench.responder;

import org.jspecify.annotations.NullMarked;
