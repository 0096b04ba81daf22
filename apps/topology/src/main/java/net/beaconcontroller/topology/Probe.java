package net.beaconcontroller.topology;

/**
 * A frame that a switch is told to send out of a port, to find out what is behind it.
 *
 * @param kind of link that it finds
 * @param sentNanos when it was sent, as {@link System#nanoTime} counts
 */
record Probe(Link.Kind kind, SwitchPort from, long sentNanos) implements ProbeFormat.Reading {}
