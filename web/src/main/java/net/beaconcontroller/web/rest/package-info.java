/** The resources of the controller, below {@code /api/v1}. Their records are the JSON that clients see. */
@NullMarked
package net.beaconcontroller.web.rest;

import org.jspecify.annotations.NullMarked;
