/**
 * Random sequences of faulty messages, and the cases made of those that harm a controller. Start reading at {@link
 * net.beaconcontroller.probe.fuzz.Fuzzer}.
 */
@NullMarked
package net.beaconcontroller.probe.fuzz;

import org.jspecify.annotations.NullMarked;
