/**
 * The OpenAPI document, made from the annotations and records of the resources. Start reading at {@link
 * net.beaconcontroller.web.openapi.OpenApi}.
 */
@NullMarked
package net.beaconcontroller.web.openapi;

import org.jspecify.annotations.NullMarked;
