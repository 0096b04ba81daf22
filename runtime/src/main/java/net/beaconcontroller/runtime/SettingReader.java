package net.beaconcontroller.runtime;

import com.typesafe.config.ConfigValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the settings of the controller, and collects their declarations and the errors. For use by one thread. */
final class SettingReader {
    private final Map<String, ConfigValue> set;
    private final Map<String, Setting.Value> read = new LinkedHashMap<>();
    private final List<String> errors = new ArrayList<>();

    /**
     * Creates a reader.
     *
     * @param set the values that are set, by key
     */
    SettingReader(Map<String, ConfigValue> set) {
        this.set = set;
    }

    /** Begins the declaration of a setting with its purpose, in one line. */
    Declaration about(String description) {
        return new Declaration(description);
    }

    /** The declaration of a setting that {@link #get} completes. */
    final class Declaration {
        private final String description;

        Declaration(String description) {
            this.description = description;
        }

        /**
         * Returns the value of the setting: the value that is set, or the default if there is none or it is wrong.
         *
         * @param key the name in the configuration, which begins with its section
         * @param defaultText the default, as it would be set
         */
        <T> T get(String key, String defaultText, SettingType<T> type) {
            ConfigValue defaultValue = Setting.value(defaultText, "default");
            ConfigValue value = set.getOrDefault(key, defaultValue);
            read.put(key, new Setting.Value(new Setting(key, defaultText, type, description), value));
            try {
                return type.parse(key, value);
            } catch (SettingsException e) {
                errors.add(e.getMessage());
                return type.parse(key, defaultValue);
            }
        }
    }

    /** Refuses the value of a setting that was read. */
    void refuse(String key, String reason) {
        errors.add("%s: %s".formatted(read.get(key), reason));
    }

    <T extends Comparable<T>> void requireMore(String key, T value, String lowerKey, T lower) {
        if (value.compareTo(lower) <= 0) {
            refuse(key, "needs to be more than %s".formatted(read.get(lowerKey)));
        }
    }

    /** Returns the settings that were read, with their values, in the order of reading. */
    List<Setting.Value> all() {
        return List.copyOf(read.values());
    }

    /** Returns a line for each error. */
    List<String> errors() {
        return errors;
    }
}
