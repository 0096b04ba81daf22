/**
 * JSON, the bodies of requests and responses, and problem details, which all other packages of the HTTP server use.
 * Start reading at {@link net.beaconcontroller.web.http.ProblemWriter}.
 */
@NullMarked
package net.beaconcontroller.web.http;

import org.jspecify.annotations.NullMarked;
