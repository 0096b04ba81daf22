/**
 * The client of the REST interface: finds a running controller, sends requests and reads answers. Start reading at
 * {@link net.beaconcontroller.cli.remote.client.ControllerClient}.
 */
@NullMarked
package net.beaconcontroller.cli.remote.client;

import org.jspecify.annotations.NullMarked;
