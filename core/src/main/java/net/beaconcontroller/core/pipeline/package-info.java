/**
 * The listeners of the applications: their order, the threads that call them, and what their calls cost. A {@link
 * net.beaconcontroller.core.pipeline.PipelineSnapshot} has the listeners at one moment, {@link
 * net.beaconcontroller.core.pipeline.ReceivedPacketIns} passes packet-ins through them, and {@link
 * net.beaconcontroller.core.pipeline.ApplicationMonitor} quarantines an application that exceeds a bound.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>Each thread has a reference to the snapshot</b>, which a task on the thread replaces, instead of one volatile
 * reference for all. So a change takes effect between two messages, a late listener receives {@code Connected} before
 * other events, and a removal returns when no thread is in the listener any more.
 * <li><b>Snapshots are numbered.</b> A switch that arrives on a loop waits until the loop has adopted the snapshot that
 * the switch was introduced to, and is then introduced to the listeners added since. So each listener receives {@code
 * Connected} once for each switch.
 * <li><b>No lock is held while a listener runs.</b> A listener may wait for another thread; if that thread needed the
 * lock, both would wait forever.
 * <li><b>A batch of packet-ins has the effect of single ones.</b> A listener may do anything with the first packet-in
 * of a call, and with the following ones only what no other listener can notice: consume them, or pass them without an
 * effect that matters if they are shown again. A listener that cannot do that takes one packet-in for each call, and
 * the other listeners of the pipeline are then offered few at a time. A full output buffer, the end of the connection
 * and a change of the pipeline end the call after the current packet-in. A test compares random pipelines with and
 * without batches, byte by byte. Rejected: passing the whole batch to each listener in turn, which changes the order of
 * messages; and a hint of the packet-ins to come, which loads tables early but saves no other work.
 * <li><b>The time of applications is sampled.</b> Two clock reads for each call take as long as the fastest listeners
 * do (23 ns each, of 35 ns for each packet-in). The mark that the samples read is two plain writes for each call, and
 * one call handles up to 64 packet-ins: the ratio to a dispatch without it is 0.997, in nine pairs of runs. The price
 * is resolution: calls shorter than 10 ms are not seen one by one, and a share of loop time in one second has an error
 * of some percent.
 * <li><b>By default, the share of loop time of an application is unbounded.</b> Under a saturating load, the only
 * forwarding application takes most of the time of the loops, and is healthy.
 * <li><b>A quarantine removes the listeners of an application instead of stopping its bundle</b>, because stopping
 * calls the code of the application, which may block. The loop adopts the change before its next message and not after
 * its read, because hundreds of messages may follow in the buffer.
 * <li><b>A task belongs to the application whose class loader its class has</b>, or else to the application whose call
 * submits it. So tasks, timers and requests end with a version of the application, while a {@code Switch} is the same
 * object for all applications, which keeps calls of its methods monomorphic.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.core.pipeline;

import org.jspecify.annotations.NullMarked;
