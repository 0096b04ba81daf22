package net.beaconcontroller.cli;

import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValueFactory;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import net.beaconcontroller.runtime.Setting;
import net.beaconcontroller.runtime.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints every setting. */
@Command(
        name = "config",
        description =
                "Prints every setting with its value, where that was said, and what it means; and checks them all.",
        footer = {
            "",
            "A setting is taken from the command line, else from the environment variable",
            "BEACON_KEY (in capitals, with _ for . and -), else from the configuration file,",
            "else it is the default.",
            "",
            "Examples:",
            "  beacon config",
            "  beacon config --config beacon.conf -D io.loops=4 --json",
            "  BEACON_CONTROLLER_LISTEN=127.0.0.1:6633 beacon config"
        })
final class ConfigCommand implements Callable<Integer> {
    @Mixin
    private SettingsOptions settings;

    @Option(names = "--json", description = "Prints JSON, for programs.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Settings read = settings.read();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            printJson(read, out);
        } else {
            printTable(read, out);
        }
        return 0;
    }

    private static void printTable(Settings read, PrintWriter out) {
        List<Setting<?>> all = read.all();
        int keyWidth = width(all.stream().map(Setting::key).toList());
        int valueWidth = width(all.stream().map(read::valueOf).toList());
        int originWidth = width(all.stream().map(read::originOf).toList());
        String row = "%-" + keyWidth + "s  %-" + valueWidth + "s  %-" + originWidth + "s  %s%n";
        out.printf(row, "SETTING", "VALUE", "FROM", "MEANING");
        for (Setting<?> setting : all) {
            out.printf(row, setting.key(), read.valueOf(setting), read.originOf(setting), setting.meaning());
        }
    }

    private static int width(List<String> column) {
        return column.stream().mapToInt(String::length).max().orElse(0);
    }

    private static void printJson(Settings read, PrintWriter out) {
        var all = new LinkedHashMap<String, Object>();
        for (Setting<?> setting : read.all()) {
            all.put(
                    setting.key(),
                    Map.of(
                            "value", read.valueOf(setting),
                            "origin", read.originOf(setting),
                            "default", setting.defaultValue(),
                            "meaning", setting.meaning()));
        }
        out.println(ConfigValueFactory.fromMap(all).render(ConfigRenderOptions.concise()));
    }
}
