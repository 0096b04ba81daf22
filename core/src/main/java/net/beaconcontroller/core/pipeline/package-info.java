/**
 * The listeners of the applications: their order, the threads that call them, and what their calls cost. A {@link
 * net.beaconcontroller.core.pipeline.PipelineSnapshot} has the listeners at one moment, {@link
 * net.beaconcontroller.core.pipeline.ReceivedPacketIns} passes packet-ins through them, and {@link
 * net.beaconcontroller.core.pipeline.ApplicationMonitor} quarantines an application that exceeds a bound.
 */
@NullMarked
package net.beaconcontroller.core.pipeline;

import org.jspecify.annotations.NullMarked;
