package net.beaconcontroller.bench;

import java.net.InetSocketAddress;
import java.util.OptionalLong;

/**
 * The controller that is measured.
 *
 * @param address where it listens for switches
 * @param pid its process on this machine, where that is known: its CPU time is then measured too
 */
public record Target(InetSocketAddress address, OptionalLong pid) {}
