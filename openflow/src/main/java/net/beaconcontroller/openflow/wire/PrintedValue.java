package net.beaconcontroller.openflow.wire;

/**
 * A printed value.
 *
 * @param forPrograms a number, a string, a list, or a map from names to such values
 * @param forPeople the text of the value
 */
public record PrintedValue(Object forPrograms, String forPeople) {}
