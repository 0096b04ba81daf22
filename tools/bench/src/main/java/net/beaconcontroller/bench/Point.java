package net.beaconcontroller.bench;

/**
 * A point of a plot: a controller under a load.
 *
 * @param axis the axis of the plot
 */
public record Point(Axis axis, ControllerUnderTest controller, Load load) {}
