package net.beaconcontroller.cli.support;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.console.KeyValues;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.runtime.Settings;
import net.beaconcontroller.runtime.SettingsException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The command-line options that configure the controller. */
public final class SettingsOptions {
    private final Map<String, String> environment;

    @Option(names = "--config", paramLabel = "FILE", description = "A configuration file, in HOCON.")
    private @Nullable Path file;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "Sets a setting; repeatable. 'beacon config' lists all settings.")
    private List<String> overrides = List.of();

    @Option(
            names = "--apps",
            paramLabel = "NAME",
            split = ",",
            description = "The applications to start, by name or by the path of a JAR file: short for -D apps=...")
    private @Nullable List<String> apps;

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description = "The folder of what the controller keeps: short for -D data.folder=... Default: ~/.beacon.")
    private @Nullable String dataFolder;

    public SettingsOptions(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Returns whether the command line has one of these options. */
    public boolean isPresent() {
        return file != null || apps != null || dataFolder != null || !overrides.isEmpty();
    }

    /**
     * Reads the settings.
     *
     * @param standard the configuration file if the command line has none of these options, unless it does not exist
     */
    public Settings readOr(Path standard) {
        return isPresent() || !Files.exists(standard) ? read() : Settings.read(standard, Map.of(), environment);
    }

    public Settings read() {
        return Settings.read(file, ofCommandLine(), environment);
    }

    /** Reads the settings for a controller, which a debugger may stop. */
    public Settings read(DebugOption debug) {
        return Settings.read(file, ofCommandLine(debug), environment);
    }

    /**
     * Reads the settings for a controller that runs one application under development.
     *
     * @param app the path of its JAR file; the applications to start are this one and those of the command line
     * @param defaultDataFolder the data folder, unless the command line has another
     */
    public Settings readWith(String app, String defaultDataFolder, DebugOption debug) {
        Map<String, String> all = ofCommandLine(debug);
        String others = all.getOrDefault("apps", "");
        all.put("apps", others.isBlank() ? app : others + "," + app);
        all.putIfAbsent("data.folder", defaultDataFolder);
        return Settings.read(file, all, environment);
    }

    private Map<String, String> ofCommandLine(DebugOption debug) {
        Map<String, String> all = ofCommandLine();
        debug.settings().forEach(all::putIfAbsent);
        return all;
    }

    private Map<String, String> ofCommandLine() {
        Map<String, String> all = parse(overrides);
        if (apps != null) {
            all.put("apps", String.join(",", apps));
        }
        if (dataFolder != null) {
            all.put("data.folder", dataFolder);
        }
        return all;
    }

    private static Map<String, String> parse(List<String> overrides) {
        try {
            return KeyValues.parse(overrides);
        } catch (UsageException e) {
            // reported with the other errors of settings, without the hint at --help
            throw new SettingsException(String.valueOf(e.getMessage()));
        }
    }
}
