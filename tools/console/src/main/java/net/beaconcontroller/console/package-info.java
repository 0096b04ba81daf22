/**
 * Classes that the commands of several modules share: values of options, JSON and tables, the terminal, and the end of
 * the process. Start reading at {@link net.beaconcontroller.console.CommandGroup}.
 */
@NullMarked
package net.beaconcontroller.console;

import org.jspecify.annotations.NullMarked;
