package net.beaconcontroller.api;

import java.util.Map;
import java.util.function.Function;

/** Settings with the values of a map. */
record MapSettings(Map<String, String> values) implements ApplicationSettings {
    @Override
    public <T> T read(String key, String defaultText, Function<String, T> parser, String description) {
        String text = values.getOrDefault(key, defaultText);
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("%s = %s: %s".formatted(key, text, e.getMessage()), e);
        }
    }
}
