/**
 * Tests of the built controller, started with the launcher, against real Open vSwitch. An {@link OvsLab} builds
 * switches and hosts, a {@link BeaconProcess} is the controller, and a test joins the two. Start reading at
 * {@link PingTest}.
 *
 * <p>The labs need Linux, root and the tools that {@link NeedsOpenVSwitch} names, and {@link PrometheusTest} needs
 * Prometheus; without them the tests are skipped, or fail where the environment says {@code BEACON_LAB=required}.
 */
@NullMarked
package net.beaconcontroller.lab;

import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import org.jspecify.annotations.NullMarked;
