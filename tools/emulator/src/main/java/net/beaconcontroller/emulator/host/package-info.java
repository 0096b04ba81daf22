/**
 * Emulated hosts: ARP, ICMP echo, DHCP, UDP and TCP as far as test traffic needs them. Start reading at {@link
 * EmulatedHost}.
 */
@NullMarked
package net.beaconcontroller.emulator.host;

import org.jspecify.annotations.NullMarked;
