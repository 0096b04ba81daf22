/** The whole terminal, for commands that update what they print. */
@NullMarked
package net.beaconcontroller.cli.remote.screen;

import org.jspecify.annotations.NullMarked;
