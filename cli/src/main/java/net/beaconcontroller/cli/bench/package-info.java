/**
 * {@code beacon bench}: measures controllers. Start reading at {@link net.beaconcontroller.cli.bench.ThroughputCommand}; the
 * instrument itself is the module {@code bench}.
 */
@NullMarked
package net.beaconcontroller.cli.bench;

import org.jspecify.annotations.NullMarked;
