/**
 * The commands that control an emulated network as lines of text. Start reading at {@link CommandInterpreter}.
 */
@NullMarked
package net.beaconcontroller.emulator.console;

import org.jspecify.annotations.NullMarked;
