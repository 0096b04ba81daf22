/**
 * The event loops, and what they do with the bytes of switches.
 *
 * <pre>
 *   OpenFlowController   the whole: loops, the switches by their datapath ids, who listens
 *     Loop               one thread and one selector; its turn is the heart of it all
 *       Connection       a socket: bytes in and out, back-pressure
 *         Session        the switch behind it: messages in and out; what applications know as Switch
 *           Handshake    from the first HELLO until the switch is active
 *     Pipelines          which application hears what, in which order
 * </pre>
 *
 * One {@link net.beaconcontroller.core.Loop} owns one thread, one selector and the connections assigned to it; everything
 * that happens to a connection happens on that thread. Other threads reach a loop only through
 * {@link net.beaconcontroller.core.Loop#execute}. Start reading at {@link net.beaconcontroller.core.Loop#turn}.
 */
@NullMarked
package net.beaconcontroller.core;

import org.jspecify.annotations.NullMarked;
