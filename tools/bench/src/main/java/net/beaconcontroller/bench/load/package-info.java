/**
 * The load generator: emulates switches that saturate a controller, and matches every answer. Start reading at {@link
 * net.beaconcontroller.bench.load.Measurement}; {@link net.beaconcontroller.bench.load.LoadSwitch} is the hot path.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>Packet-ins are patched, not built.</b> Three 8-byte stores turn a packet-in of the block that all switches of
 * a thread share into the next packet-in of a switch. A ring for each switch would need memory for each host. A
 * packet-in that the socket accepted partially is built again.
 * <li><b>The load generator and the null controller use NIO on all platforms.</b> Their buffers are direct, so NIO
 * copies nothing, and system calls on arrays would save nothing.
 * <li><b>A second load generator, in C</b>, costs less per packet-in than the limit, which the one in Java cannot load.
 * Its switches have rings of packet-ins, so that it needs memory for each host, and it has no latencies. It is compiled
 * when it is first used: a compiler is not needed to build or run Beacon.
 * <li><b>A packet-out without a buffer counts as an answer only if its frame is IPv4</b>, as all packet-ins of the load
 * are. A list of probe types to exclude would have to cover all controllers: topology discovery uses an Ethernet type
 * of its own, and its probes were counted as answers.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.bench.load;

import org.jspecify.annotations.NullMarked;
