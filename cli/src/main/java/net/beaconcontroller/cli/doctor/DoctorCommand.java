package net.beaconcontroller.cli.doctor;

import java.io.File;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import net.beaconcontroller.cli.support.SettingsOptions;
import net.beaconcontroller.console.JsonLine;
import net.beaconcontroller.console.Table;
import net.beaconcontroller.runtime.Settings;
import net.beaconcontroller.runtime.SettingsException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that checks the machine and the settings. */
@Command(
        name = "doctor",
        description = "Checks whether the controller can do its work on this machine with its settings: addresses, open"
                + " files, data folder, disk, clock, Open vSwitch. Says what to do. Changes nothing.",
        footer = {
            "",
            "Without settings on the command line, checks those of the service,",
            "/etc/beacon/beacon.conf, if that file exists.",
            "",
            "Examples:",
            "  beacon doctor",
            "  beacon doctor --config beacon.conf",
            "",
            "Exit codes: 0 no problem, 1 a problem, 2 invalid command line or settings."
        })
public final class DoctorCommand implements Callable<Integer> {
    private static final Path SERVICE_SETTINGS = Path.of("/etc/beacon/beacon.conf");

    @Mixin
    private SettingsOptions settings;

    @Option(names = "--json", description = "Prints JSON, an object for each check.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Settings read;
        try {
            read = settings.readOr(SERVICE_SETTINGS);
        } catch (SettingsException e) {
            print(
                    List.of(Finding.problem(
                            "settings",
                            "wrong, see below",
                            String.valueOf(e.getMessage()).lines().toArray(String[]::new))),
                    out);
            return CommandLine.ExitCode.USAGE;
        }
        // Also where administrators' programs are, which are not in the PATH of other users.
        var programs = new Programs(String.join(
                File.pathSeparator, System.getenv().getOrDefault("PATH", ""), "/usr/sbin", "/sbin", "/usr/local/sbin"));
        List<Finding> findings = new Doctor(read, programs).examine();
        print(findings, out);
        return findings.stream().anyMatch(finding -> finding.state() == Finding.State.PROBLEM)
                ? CommandLine.ExitCode.SOFTWARE
                : CommandLine.ExitCode.OK;
    }

    private void print(List<Finding> findings, PrintWriter out) {
        if (json) {
            for (Finding finding : findings) {
                var properties = new LinkedHashMap<String, Object>();
                properties.put("check", finding.check());
                properties.put("state", word(finding));
                properties.put("found", finding.found());
                properties.put("advice", finding.advice());
                out.println(JsonLine.of(properties));
            }
            return;
        }
        var table = new Table("CHECK", "STATE", "FOUND");
        findings.forEach(finding -> table.add(finding.check(), word(finding), finding.found()));
        table.print(out);
        for (Finding finding : findings) {
            if (!finding.advice().isEmpty()) {
                out.printf("%n%s: %s%n", finding.check(), finding.found());
                finding.advice().forEach(line -> out.println("  " + line));
            }
        }
    }

    private static String word(Finding finding) {
        return finding.state().name().toLowerCase(Locale.ROOT);
    }
}
