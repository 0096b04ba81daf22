/**
 * Paths between switches: {@link RoutingEngine} is the service that others use, and may be provided by another bundle
 * in its place. Start reading at {@link Routes}; how the shortest are found is in {@link ShortestPaths}.
 */
@NullMarked
package net.beaconcontroller.routing;

import org.jspecify.annotations.NullMarked;
