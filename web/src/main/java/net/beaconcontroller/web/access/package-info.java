/**
 * Access to the HTTP server: tokens, sessions of browsers, and the audit log. Start reading at {@link
 * net.beaconcontroller.web.access.Access}.
 */
@NullMarked
package net.beaconcontroller.web.access;

import org.jspecify.annotations.NullMarked;
