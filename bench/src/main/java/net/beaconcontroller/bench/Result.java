package net.beaconcontroller.bench;

/**
 * One measurement among others.
 *
 * @param controller its name
 * @param design how it reads and writes, where that is varied: "default" else
 * @param loops its threads, or 0 where that is not known
 * @param repeat 1 for the first time that the same is measured
 */
public record Result(String controller, String design, int loops, int repeat, Load load, Figures figures) {}
