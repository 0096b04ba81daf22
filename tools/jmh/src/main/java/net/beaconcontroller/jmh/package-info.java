/**
 * Benchmarks of what the modules offer to others, beside what another library needs for the same work. Start reading at {@link
 * PacketInDecoding}.
 */
@NullMarked
package net.beaconcontroller.jmh;

import org.jspecify.annotations.NullMarked;
