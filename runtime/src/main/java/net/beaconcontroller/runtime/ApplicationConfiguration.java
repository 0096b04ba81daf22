package net.beaconcontroller.runtime;

import com.typesafe.config.ConfigValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import net.beaconcontroller.api.ApplicationSettings;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceRegistration;

/**
 * Gives each application what is set for it, and keeps in mind what they have asked for and what was wrong. Safe for use by
 * several threads.
 */
final class ApplicationConfiguration implements ServiceFactory<ApplicationSettings> {
    private final Map<String, ConfigValue> said;
    /** By key. */
    private final Map<String, Setting<?>> asked = new TreeMap<>();
    /** By application. */
    private final Map<String, Set<String>> mistakes = new TreeMap<>();

    ApplicationConfiguration(Map<String, ConfigValue> said) {
        this.said = Map.copyOf(said);
    }

    @Override
    public ApplicationSettings getService(Bundle bundle, ServiceRegistration<ApplicationSettings> registration) {
        return of(bundle.getSymbolicName());
    }

    @Override
    public void ungetService(
            Bundle bundle, ServiceRegistration<ApplicationSettings> registration, ApplicationSettings service) {}

    ApplicationSettings of(String application) {
        return new View(application);
    }

    /** What was wrong since this was asked before, by application. */
    synchronized Map<String, Set<String>> takeMistakes() {
        Map<String, Set<String>> taken = new TreeMap<>(mistakes);
        mistakes.clear();
        return taken;
    }

    /** A line for each setting that no application has asked for. */
    synchronized List<String> unasked() {
        var names = new ArrayList<String>();
        asked.values().stream()
                .flatMap(setting -> Stream.of(setting.key(), setting.environmentVariable()))
                .forEach(names::add);
        return said.entrySet().stream()
                .filter(entry -> !names.contains(entry.getKey()))
                .map(entry -> "%s: no application that is started has such a setting; %s"
                        .formatted(
                                Setting.describe(entry.getKey(), entry.getValue()),
                                asked.isEmpty()
                                        ? "they have none"
                                        : "did you mean %s?".formatted(EditDistance.nearest(entry.getKey(), names))))
                .sorted()
                .toList();
    }

    private synchronized <T> T ask(String application, Setting<T> setting) {
        asked.put(setting.key(), setting);
        ConfigValue value = said(setting);
        try {
            return setting.read(value == null ? Setting.value(setting.defaultValue(), "default") : value);
        } catch (SettingsException e) {
            mistakes.computeIfAbsent(application, _ -> new TreeSet<>()).add(e.getMessage());
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private @Nullable ConfigValue said(Setting<?> setting) {
        ConfigValue value = said.get(setting.key());
        return value == null ? said.get(setting.environmentVariable()) : value;
    }

    /** What one application sees. */
    private final class View implements ApplicationSettings {
        private final String application;

        View(String application) {
            this.application = application;
        }

        private String key(String key) {
            return Settings.OF_APPLICATIONS + application + "." + key;
        }

        @Override
        public Duration time(String key, Duration otherwise, String meaning) {
            return ask(application, Setting.time(key(key), otherwise.toMillis() + "ms", meaning));
        }

        @Override
        public int number(String key, int otherwise, int least, int most, String meaning) {
            return ask(application, Setting.number(key(key), otherwise, least, most, meaning));
        }

        @Override
        public boolean flag(String key, boolean otherwise, String meaning) {
            return ask(application, Setting.flag(key(key), otherwise, meaning));
        }

        @Override
        public <E extends Enum<E>> E choice(String key, E otherwise, String meaning) {
            return ask(application, Setting.choice(key(key), otherwise, meaning));
        }

        @Override
        public String text(String key, String otherwise, String meaning) {
            return ask(application, Setting.text(key(key), otherwise, meaning));
        }

        @Override
        public <T> List<T> list(String key, String needs, Function<String, T> reader, String meaning) {
            return ask(application, Setting.list(key(key), "", meaning, needs, 0, reader));
        }
    }
}
