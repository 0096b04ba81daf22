package net.beaconcontroller.runtime;

import com.typesafe.config.ConfigValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import net.beaconcontroller.api.ApplicationSettings;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceRegistration;

/**
 * The settings of all applications: an OSGi service that gives each bundle its own {@link ApplicationSettings}. Records
 * the settings that applications have read, and the errors. Safe for use by several threads.
 */
final class ApplicationConfiguration implements ServiceFactory<ApplicationSettings> {
    private final Map<String, ConfigValue> values;
    /** The settings that were read, by key. */
    private final Map<String, Setting> settings = new TreeMap<>();
    /** By application. */
    private final Map<String, Set<String>> errors = new TreeMap<>();

    ApplicationConfiguration(Map<String, ConfigValue> values) {
        this.values = Map.copyOf(values);
    }

    @Override
    public ApplicationSettings getService(Bundle bundle, ServiceRegistration<ApplicationSettings> registration) {
        return of(bundle.getSymbolicName());
    }

    @Override
    public void ungetService(
            Bundle bundle, ServiceRegistration<ApplicationSettings> registration, ApplicationSettings service) {}

    ApplicationSettings of(String application) {
        return new OneApplication(application);
    }

    synchronized boolean hasErrors(String application) {
        return errors.containsKey(application);
    }

    /** Returns the errors by application, and forgets them. */
    synchronized Map<String, Set<String>> takeErrors() {
        Map<String, Set<String>> taken = new TreeMap<>(errors);
        errors.clear();
        return taken;
    }

    /** Returns the settings that applications have read, with their values, ordered by key. */
    synchronized List<Setting.Value> read() {
        return settings.values().stream()
                .map(setting -> new Setting.Value(setting, valueOf(setting)))
                .toList();
    }

    /** Returns an error message for each value whose setting no application has read. */
    synchronized List<String> unknown() {
        var names = new ArrayList<String>();
        settings.values().stream()
                .flatMap(setting -> Stream.of(setting.key(), setting.environmentVariable()))
                .forEach(names::add);
        return values.entrySet().stream()
                .filter(entry -> !names.contains(entry.getKey()))
                .map(entry -> "%s: no running application has this setting; %s"
                        .formatted(
                                Setting.describe(entry.getKey(), entry.getValue()),
                                settings.isEmpty()
                                        ? "the applications have none"
                                        : "did you mean %s?".formatted(EditDistance.nearest(entry.getKey(), names))))
                .sorted()
                .toList();
    }

    private synchronized <T> T read(String application, Setting setting, SettingType<T> type) {
        settings.put(setting.key(), setting);
        try {
            return type.parse(setting.key(), valueOf(setting));
        } catch (SettingsException e) {
            errors.computeIfAbsent(application, _ -> new TreeSet<>()).add(e.getMessage());
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private ConfigValue valueOf(Setting setting) {
        ConfigValue value = values.getOrDefault(setting.key(), values.get(setting.environmentVariable()));
        return value == null ? Setting.value(setting.defaultValue(), "default") : value;
    }

    private final class OneApplication implements ApplicationSettings {
        private final String application;

        OneApplication(String application) {
            this.application = application;
        }

        @Override
        public <T> T read(String key, String defaultText, Function<String, T> parser, String description) {
            var type = SettingType.ofApplication(parser);
            String fullKey = SettingSources.APPLICATION_PREFIX + application + "." + key;
            return ApplicationConfiguration.this.read(
                    application, new Setting(fullKey, defaultText, type, description), type);
        }
    }
}
