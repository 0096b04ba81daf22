/**
 * {@code beacon bench}: measures controllers. Start reading at {@link
 * net.beaconcontroller.cli.bench.ThroughputCommand}; the module {@code bench} implements the benchmarks.
 */
@NullMarked
package net.beaconcontroller.cli.bench;

import org.jspecify.annotations.NullMarked;
