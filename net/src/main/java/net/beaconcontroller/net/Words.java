package net.beaconcontroller.net;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The words for constants of enums: on command lines, in settings, in JSON and in messages. */
public final class Words {
    private Words() {}

    /** Returns the word for a constant in commands, settings and JSON, such as {@code when-busy}. */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the words for a constant in a sentence, such as {@code when busy}. */
    public static String spaced(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Returns the words for constants, separated by commas. */
    public static String list(List<? extends Enum<?>> constants) {
        return constants.stream().map(Words::of).collect(Collectors.joining(", "));
    }

    /** Returns the constant for a word in upper or lower case; empty if there is none. */
    public static <E extends Enum<E>> Optional<E> parse(String word, List<E> constants) {
        String wanted = word.toLowerCase(Locale.ROOT);
        return constants.stream()
                .filter(constant -> of(constant).equals(wanted))
                .findFirst();
    }
}
