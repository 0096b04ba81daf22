/**
 * Emulated networks for {@code beacon emulate} and {@code beacon run --emulate}. Start reading at {@link
 * net.beaconcontroller.emulator.command.Emulation}.
 */
@NullMarked
package net.beaconcontroller.emulator.command;

import org.jspecify.annotations.NullMarked;
