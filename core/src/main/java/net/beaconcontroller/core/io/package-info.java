/**
 * The event loops and the sockets. Each {@link net.beaconcontroller.core.io.Loop} owns one thread, one selector and the
 * connections assigned to it; that thread does all work for these connections. Other threads reach a loop only through
 * {@link net.beaconcontroller.core.io.Loop#execute}. A {@link net.beaconcontroller.core.io.Connection} passes bytes to
 * an {@link net.beaconcontroller.core.io.InboundHandler}. Start reading at {@link
 * net.beaconcontroller.core.io.Loop#runOnce}.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>Accepting connections and balancing have threads of their own</b>, so that a listener that blocks a loop keeps
 * no other switch from connecting or moving.
 * <li><b>Tasks of other threads are queued for each switch; the queue of the loop only has the notification.</b> So the
 * order is preserved when the switch moves to another loop. Timers move with the switch.
 * <li><b>Timers run after a poll of the sockets, with the time of that poll.</b> After a listener has blocked a loop,
 * the replies to echo requests wait in the sockets. A switch is disconnected only if it has not answered a request that
 * was sent before.
 * <li><b>An error in a loop, including {@code OutOfMemoryError}, costs at most the connection that caused it.</b> The
 * loop logs it, if possible, and continues.
 * <li><b>The memory that a peer can occupy is bounded, and none of it is copied for each message</b>, so that no peer
 * can slow the loop down for others. It is released when the connection closes. Cancelled timers release their tasks at
 * once.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.core.io;

import org.jspecify.annotations.NullMarked;
