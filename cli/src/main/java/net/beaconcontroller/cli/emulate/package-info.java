/**
 * Emulated networks for {@code beacon emulate} and {@code beacon run --emulate}. Start reading at {@link
 * net.beaconcontroller.cli.emulate.Emulation}.
 */
@NullMarked
package net.beaconcontroller.cli.emulate;

import org.jspecify.annotations.NullMarked;
