/**
 * The load on the HTTP server of Beacon: requests at a constant rate, and idle connections. Start reading at {@link
 * net.beaconcontroller.bench.rest.RestLoad}.
 */
@NullMarked
package net.beaconcontroller.bench.rest;

import org.jspecify.annotations.NullMarked;
