/**
 * The instrument: it plays the switches of a network to any OpenFlow controller, and measures how many packet-ins are
 * answered and how soon. Start reading at {@link net.beaconcontroller.bench.Benchmark}.
 */
@NullMarked
package net.beaconcontroller.bench;

import org.jspecify.annotations.NullMarked;
