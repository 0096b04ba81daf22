package net.beaconcontroller.cli.support;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.runtime.Settings;
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

    public SettingsOptions(Map<String, String> environment) {
        this.environment = environment;
    }

    public Settings read() {
        Map<String, String> all = Settings.ofCommandLine(overrides);
        if (apps != null) {
            all.put("apps", String.join(",", apps));
        }
        return Settings.read(file, all, environment);
    }
}
