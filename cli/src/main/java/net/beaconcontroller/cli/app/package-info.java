/** The commands for applications. */
@NullMarked
package net.beaconcontroller.cli.app;

import org.jspecify.annotations.NullMarked;
