/**
 * The resources of the controller, below {@code /api/v1}. Their records are the JSON that clients see.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>A dry run is answered as the request would be</b>, a wrong flow with 400, and not with 200 and a verdict: a
 * program handles errors in one place, and {@code curl -f} fails. The page checks flows while the user types, so the
 * console of the browser lists these answers as failed requests.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.web.rest;

import org.jspecify.annotations.NullMarked;
