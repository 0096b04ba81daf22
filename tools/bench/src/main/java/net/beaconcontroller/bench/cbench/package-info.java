/**
 * An implementation of cbench, the controller benchmark of Rob Sherwood (2010), with the same options, messages,
 * counting and output, including its quirks. Start reading at {@link net.beaconcontroller.bench.cbench.Cbench}.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>{@code beacon bench cbench} redefines -h, -d and -D</b>, because users of cbench type them.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.bench.cbench;

import org.jspecify.annotations.NullMarked;
