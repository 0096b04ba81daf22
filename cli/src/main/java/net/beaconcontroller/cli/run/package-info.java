/**
 * A controller in the process of the command line.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>{@code cli} starts the controller, not {@code runtime}</b>, so that the dependencies of commands (benchmarks,
 * tools) are not dependencies of the controller.
 * <li><b>{@code run --emulate} does not log switches that connect at start or disconnect at the end</b>, except with
 * {@code log.level=debug}. One line of progress replaces them.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.cli.run;

import org.jspecify.annotations.NullMarked;
