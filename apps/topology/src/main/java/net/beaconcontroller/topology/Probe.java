package net.beaconcontroller.topology;

/**
 * The content of a probe frame, which a switch sends out of a port to discover the switch at the other end.
 *
 * @param kind the kind of link that the probe detects
 * @param from the port that sends the probe
 * @param sentNanos the {@link System#nanoTime} at which it was sent
 */
record Probe(Link.Kind kind, SwitchPort from, long sentNanos) implements ProbeFormat.ReadResult {}
