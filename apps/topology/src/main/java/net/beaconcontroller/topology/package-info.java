/**
 * Discovery of the links between switches. Each switch sends probe frames out of each of its ports; a probe that
 * arrives at another switch as a packet-in reveals a link. {@link Topology} is the service that applications use; start
 * reading at {@link LinkDiscovery}.
 */
@NullMarked
package net.beaconcontroller.topology;

import org.jspecify.annotations.NullMarked;
