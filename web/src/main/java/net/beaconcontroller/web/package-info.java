/**
 * The HTTP server: Jetty receives requests, {@code access} decides whether they are allowed, and Jersey calls the
 * resources, those of the controller in {@code rest} and those of applications.
 *
 * <p>Start reading at {@link net.beaconcontroller.web.WebServer}. All errors are problem details (RFC 9457), see {@link
 * net.beaconcontroller.api.web.Problem}.
 */
@NullMarked
package net.beaconcontroller.web;

import org.jspecify.annotations.NullMarked;
