/**
 * Benchmarks of OpenFlow controllers: emulated switches send packet-ins, and the throughput and latency of the answers
 * are measured. Start reading at {@link net.beaconcontroller.bench.Benchmark}.
 */
@NullMarked
package net.beaconcontroller.bench;

import org.jspecify.annotations.NullMarked;
