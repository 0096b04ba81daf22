/** Classes that several commands share: option values, the terminal, and the shutdown hook. */
@NullMarked
package net.beaconcontroller.cli.support;

import org.jspecify.annotations.NullMarked;
