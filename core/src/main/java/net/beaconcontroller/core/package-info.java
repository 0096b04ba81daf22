/**
 * The event loops, and the connections and sessions of the switches.
 *
 * <pre>
 *   OpenFlowController   the entry point: the loops, the switches by datapath id, the registered listeners
 *     Loop               an event loop: one thread and one selector
 *       Connection       a socket: input, output, back-pressure
 *         Session        an OpenFlow session, which applications know as Switch
 *           Handshake    the messages from the first HELLO until the switch is active
 *     PipelineRegistry   the listeners of the applications, and their order
 *     Balancer           moves connections between loops
 * </pre>
 *
 * Each {@link net.beaconcontroller.core.Loop} owns one thread, one selector and the connections assigned to it; that
 * thread does all work for these connections. Other threads reach a loop only through
 * {@link net.beaconcontroller.core.Loop#execute}. Start reading at {@link net.beaconcontroller.core.Loop#runOnce}.
 */
@NullMarked
package net.beaconcontroller.core;

import org.jspecify.annotations.NullMarked;
