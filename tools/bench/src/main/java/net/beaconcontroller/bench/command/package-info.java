/**
 * {@code beacon bench}: measures controllers. Start reading at {@link
 * net.beaconcontroller.bench.command.ThroughputCommand}.
 */
@NullMarked
package net.beaconcontroller.bench.command;

import org.jspecify.annotations.NullMarked;
