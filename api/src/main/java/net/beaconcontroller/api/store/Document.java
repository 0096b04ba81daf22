package net.beaconcontroller.api.store;

/**
 * A document of the store. Immutable if its value is.
 *
 * @param key the key, unique in its namespace
 * @param value the value; JSON text in the methods of {@link Store}, an object in those of {@link Documents}
 * @param version the revision of the commit that has put this value
 * @param <T> the type of the value
 */
public record Document<T>(String key, T value, long version) {}
