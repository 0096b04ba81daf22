package net.beaconcontroller.bench;

import java.util.Optional;

/**
 * A point of a plot: a controller under a load.
 *
 * @param axis the axis of the plot
 */
public record Point(Axis axis, ControllerUnderTest controller, Load load) {
    /** Returns the value on a numeric axis; empty for other axes and for the fixed loops of a baseline. */
    public Optional<Integer> x() {
        return switch (axis) {
            case LOOPS -> controller.isBaseline() ? Optional.empty() : Optional.of(controller.loops());
            case SWITCHES -> Optional.of(load.switches());
            case HOSTS -> Optional.of(load.hosts());
            case DESIGNS, APPLICATIONS, LATENCY, CONTROLLERS -> Optional.empty();
        };
    }
}
