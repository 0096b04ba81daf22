package net.beaconcontroller.api;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * What a person has set for an application: {@code app.NAME.KEY} in the configuration, NAME being that of the application. A
 * service that each application sees its own side of. Ask in the constructor of a component: a value that is wrong then keeps the
 * application from starting, and so does, when the controller starts, a key that nobody has asked for.
 *
 * <p>Each question says what is meant where nothing is set, and what the setting is for, in a line. A value that is wrong is an
 * {@link IllegalArgumentException}, which says what would be right. What is not overridden here answers as if nothing were set. Safe
 * for use by several threads.
 */
public interface ApplicationSettings {
    /** A time of a millisecond to an hour, which a person writes as 500ms or 10s. */
    default Duration time(String key, Duration otherwise, String meaning) {
        return otherwise;
    }

    /** A whole number from {@code least} to {@code most}. */
    default int number(String key, int otherwise, int least, int most, String meaning) {
        return otherwise;
    }

    /** True or false. */
    default boolean flag(String key, boolean otherwise, String meaning) {
        return otherwise;
    }

    /** A constant of an enum, which a person writes in small letters, with - for _. */
    default <E extends Enum<E>> E choice(String key, E otherwise, String meaning) {
        return otherwise;
    }

    /** Any text. */
    default String text(String key, String otherwise, String meaning) {
        return otherwise;
    }

    /**
     * A list, which a person writes with commas; empty where nothing is set.
     *
     * @param needs what an element has to be, such as "ports, 1 to 65280"
     * @param reader reads an element; throws {@link IllegalArgumentException} if it is not that
     */
    default <T> List<T> list(String key, String needs, Function<String, T> reader, String meaning) {
        return List.of();
    }

    /** Those of an application for which nothing is set, as in a test. */
    static ApplicationSettings none() {
        return new ApplicationSettings() {};
    }
}
