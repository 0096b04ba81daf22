package net.beaconcontroller.bench;

/**
 * A place in a plot: what is measured, and with which load.
 *
 * @param axis of the plot
 */
public record Point(Axis axis, ControllerUnderTest contender, Load load) {}
