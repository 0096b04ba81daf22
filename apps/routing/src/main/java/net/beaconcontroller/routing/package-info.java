/**
 * Shortest paths between switches, and the forwarding of packets along them. {@link RoutingEngine} is the service that
 * computes paths; another bundle can replace it. Start reading at {@link ShortestPaths} for the algorithms, and at
 * {@link Forwarder} for the application.
 */
@NullMarked
package net.beaconcontroller.routing;

import org.jspecify.annotations.NullMarked;
