package net.beaconcontroller.runtime;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A setting.
 *
 * @param key the name in the configuration, which begins with its section
 * @param defaultValue the default, as it would be set
 * @param type the valid values
 * @param description the purpose, in one line
 */
public record Setting(String key, String defaultValue, SettingType<?> type, String description) {
    /** A setting with its value. */
    public record Value(Setting setting, ConfigValue value) {
        /** Returns the value as it would be set. */
        public String text() {
            return Setting.text(value);
        }

        /**
         * Returns the origin of the value: a file and line, an environment variable, the command line, or a default.
         */
        public String origin() {
            return value.origin().description();
        }

        /** Returns the key, the value and its origin: the beginning of an error message. */
        @Override
        public String toString() {
            return describe(setting.key, value);
        }
    }

    static ConfigValue value(String text, String origin) {
        return ConfigValueFactory.fromAnyRef(text, origin);
    }

    /** Returns the name of the environment variable for this setting. */
    String environmentVariable() {
        return environmentVariable(key);
    }

    static String environmentVariable(String key) {
        return "BEACON_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** Returns a value as it would be set. */
    static String text(ConfigValue value) {
        return switch (value) {
            case ConfigList list -> list.stream().map(Setting::text).collect(Collectors.joining(", "));
            case ConfigObject object -> object.render(ConfigRenderOptions.concise());
            default ->
                value.valueType() == ConfigValueType.NULL
                        ? "null"
                        : value.atKey("it").getString("it");
        };
    }

    /** Returns the key, the value and its origin: the beginning of an error message. */
    static String describe(String key, ConfigValue value) {
        String text = text(value);
        return "%s = %s (%s)"
                .formatted(key, text.isEmpty() ? "\"\"" : text, value.origin().description());
    }
}
