package net.beaconcontroller.openflow.wire;

/**
 * A value as it is printed.
 *
 * @param forPrograms a number, a string, a list, or a map from names to such values
 * @param forPeople the text of the value in a line of a log
 */
public record PrintedValue(Object forPrograms, String forPeople) {}
