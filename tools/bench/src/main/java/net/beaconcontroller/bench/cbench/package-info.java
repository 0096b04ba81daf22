/**
 * cbench, the controller benchmark of Rob Sherwood (2010), by its flags, its bytes, its way of counting and its output. Its
 * oddities are kept where they show in any of these. Start reading at {@link net.beaconcontroller.bench.cbench.Cbench}.
 */
@NullMarked
package net.beaconcontroller.bench.cbench;

import org.jspecify.annotations.NullMarked;
