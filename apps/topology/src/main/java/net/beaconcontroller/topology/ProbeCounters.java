package net.beaconcontroller.topology;

/**
 * What became of the probes that came in, since the start. All but the accepted changed nothing.
 *
 * @param accepted they were sent by this controller just now, and came in at another port
 * @param foreign LLDP of other devices, which is nobody's business here
 * @param malformed they pretend to be probes, and are broken
 * @param forged their signature is wrong
 * @param replayed they are too old, or came before
 * @param implausible they would make a link of two ports that hosts are heard at, or of a port and itself
 */
public record ProbeCounters(
        long accepted, long foreign, long malformed, long forged, long replayed, long implausible) {}
