/**
 * The OpenAPI document, made from the annotations and records of the resources. Start reading at {@link
 * net.beaconcontroller.web.openapi.OpenApi}.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>The document is made by reflection when it is requested</b>, in 300 lines, and has the resources of
 * applications as well. The usual library would ship Jackson 2 (6 MB).
 * </ul>
 */
@NullMarked
package net.beaconcontroller.web.openapi;

import org.jspecify.annotations.NullMarked;
