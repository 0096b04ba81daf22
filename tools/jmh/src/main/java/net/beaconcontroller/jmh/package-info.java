/** Benchmarks of the codec, compared with another library. Start reading at {@link PacketInDecoding}. */
@NullMarked
package net.beaconcontroller.jmh;

import org.jspecify.annotations.NullMarked;
