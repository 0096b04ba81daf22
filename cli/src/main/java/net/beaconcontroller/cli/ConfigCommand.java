package net.beaconcontroller.cli;

import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValueFactory;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import net.beaconcontroller.cli.remote.ConfigValueCommand;
import net.beaconcontroller.cli.support.Image;
import net.beaconcontroller.cli.support.SettingsOptions;
import net.beaconcontroller.console.Table;
import net.beaconcontroller.runtime.ApplicationException;
import net.beaconcontroller.runtime.Beacon;
import net.beaconcontroller.runtime.Setting;
import net.beaconcontroller.runtime.Settings;
import net.beaconcontroller.runtime.SettingsException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that prints and checks all settings. */
@Command(
        name = "config",
        subcommands = {ConfigValueCommand.Get.class, ConfigValueCommand.Set.class},
        description = "Prints all settings of the controller and of the applications, each with its value, its origin"
                + " and its description, and checks them. Starts the applications for this, without switches.",
        footer = {
            "",
            "A value comes from the command line, else from the environment variable",
            "BEACON_KEY (in capitals, with _ for . and -), else from the configuration",
            "file, else it is the default.",
            "",
            "Examples:",
            "  beacon config",
            "  beacon config --config beacon.conf -D io.loops=4 --json",
            "  BEACON_CONTROLLER_LISTEN=127.0.0.1:6633 beacon config"
        })
final class ConfigCommand implements Callable<Integer> {
    @Mixin
    private SettingsOptions settings;

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Settings read = settings.read();
        try {
            print(Beacon.settings(read, Image.apps()));
        } catch (ApplicationException | SettingsException e) {
            print(read.all());
            throw e;
        }
        return 0;
    }

    private void print(List<Setting.Value> values) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            printJson(values, out);
        } else {
            printTable(values, out);
        }
    }

    private static void printTable(List<Setting.Value> values, PrintWriter out) {
        var table = new Table("SETTING", "VALUE", "FROM", "DESCRIPTION");
        for (Setting.Value value : values) {
            table.add(
                    value.setting().key(),
                    value.text(),
                    value.origin(),
                    value.setting().description());
        }
        table.print(out);
    }

    private static void printJson(List<Setting.Value> values, PrintWriter out) {
        var all = new LinkedHashMap<String, Object>();
        for (Setting.Value value : values) {
            Setting setting = value.setting();
            all.put(
                    setting.key(),
                    Map.of(
                            "value", value.text(),
                            "origin", value.origin(),
                            "default", setting.defaultValue(),
                            "description", setting.description()));
        }
        out.println(ConfigValueFactory.fromMap(all).render(ConfigRenderOptions.concise()));
    }
}
