/**
 * The event loops and the sockets. Each {@link net.beaconcontroller.core.io.Loop} owns one thread, one selector and the
 * connections assigned to it; that thread does all work for these connections. Other threads reach a loop only through
 * {@link net.beaconcontroller.core.io.Loop#execute}. A {@link net.beaconcontroller.core.io.Connection} passes bytes to
 * an {@link net.beaconcontroller.core.io.InboundHandler}. Start reading at {@link
 * net.beaconcontroller.core.io.Loop#runOnce}.
 */
@NullMarked
package net.beaconcontroller.core.io;

import org.jspecify.annotations.NullMarked;
