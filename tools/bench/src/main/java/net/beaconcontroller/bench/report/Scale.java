package net.beaconcontroller.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Maps values of an axis to pixels.
 *
 * @param from the value at the start
 * @param to the value at the end
 * @param start the start in pixels
 * @param end the end in pixels
 */
record Scale(double from, double to, boolean log, double start, double end) {
    private static final int TICKS = 5;

    /** Returns a linear scale from 0 to a round number at or above the largest value. */
    static Scale fromZero(double largest, double start, double end) {
        double step = step(largest);
        double to = largest > 0 ? Math.ceil(largest / step - 1e-9) * step : 1;
        return new Scale(0, to, false, start, end);
    }

    /** Returns a scale around the values, with a margin. */
    static Scale around(double smallest, double largest, boolean log, double start, double end) {
        if (log) {
            double space = smallest == largest ? 2 : Math.pow(largest / smallest, 0.04);
            return new Scale(smallest / space, largest * space, true, start, end);
        }
        double space = smallest == largest ? 1 : (largest - smallest) * 0.04;
        return new Scale(smallest - space, largest + space, false, start, end);
    }

    /** Returns a logarithmic scale of whole decades. */
    static Scale powersOfTen(double smallest, double largest, double start, double end) {
        double from = Math.pow(10, Math.floor(Math.log10(smallest)));
        double to = Math.pow(10, Math.ceil(Math.log10(largest)));
        return new Scale(from, from == to ? to * 10 : to, true, start, end);
    }

    /** Returns the pixel of a value. */
    double at(double value) {
        double part = log ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
        return start + part * (end - start);
    }

    /** Returns the tick values. */
    List<Double> ticks() {
        var ticks = new ArrayList<Double>();
        if (log) {
            for (double tick = from; tick <= to * 1.001; tick *= 10) {
                ticks.add(tick);
            }
        } else {
            double step = step(to);
            for (int i = 0; i * step <= to * 1.001; i++) {
                ticks.add(i * step);
            }
        }
        return ticks;
    }

    /** Returns a step of 1, 2 or 5 times a power of ten, for about {@link #TICKS} steps. */
    private static double step(double largest) {
        if (largest <= 0) {
            return 1;
        }
        double rough = largest / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double times = rough / power;
        return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
    }
}
