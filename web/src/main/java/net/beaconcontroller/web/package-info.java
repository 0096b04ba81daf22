/**
 * The HTTP server: Jetty receives requests, {@code access} decides whether they are allowed, and Jersey calls the
 * resources, those of the controller in {@code rest} and those of applications.
 *
 * <p>Start reading at {@link net.beaconcontroller.web.WebServer}. All errors are problem details (RFC 9457), see {@link
 * net.beaconcontroller.api.web.Problem}.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>Jersey is called from a Jetty handler</b>, not from a servlet: a hundred lines instead of the servlet API, its
 * sessions and its security. All errors, also those of Jetty, pass through one class that writes problem details.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.web;

import org.jspecify.annotations.NullMarked;
