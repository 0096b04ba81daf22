/**
 * The description of a network: its switches, hosts and links, built by hand, generated from a topology name or read
 * from a file. Start reading at {@link NetworkSpec}.
 */
@NullMarked
package net.beaconcontroller.emulator.spec;

import org.jspecify.annotations.NullMarked;
