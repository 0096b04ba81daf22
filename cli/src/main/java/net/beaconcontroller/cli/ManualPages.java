package net.beaconcontroller.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.cli.support.Image;
import net.beaconcontroller.runtime.Beacon;
import net.beaconcontroller.runtime.Setting;
import net.beaconcontroller.runtime.Settings;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Writes the manual pages of all commands, {@code beacon.1} and {@code beacon-COMMAND.1}, and that of the settings,
 * {@code beacon.conf.5}, in the language of man(7).
 *
 * <pre>
 * java net.beaconcontroller.cli.ManualPages FOLDER DATE
 * </pre>
 */
final class ManualPages {
    private static final String EXAMPLES = "Examples:";
    private static final String EXIT_CODES = "Exit codes: ";

    private final String date;
    private final StringBuilder page = new StringBuilder();

    private ManualPages(String date) {
        this.date = date;
    }

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        String date = arguments[1];
        CommandLine beacon = Main.commandLine(Map.of(), "help");
        Files.writeString(folder.resolve("beacon.1"), new ManualPages(date).overview(beacon));
        for (Map.Entry<String, CommandLine> command : beacon.getSubcommands().entrySet()) {
            if (!command.getKey().equals("help")) {
                Files.writeString(
                        folder.resolve("beacon-" + command.getKey() + ".1"),
                        new ManualPages(date).command(command.getValue()));
            }
        }
        List<Setting.Value> settings = Beacon.settings(Settings.read(null, Map.of(), Map.of()), Image.apps());
        Files.writeString(folder.resolve("beacon.conf.5"), new ManualPages(date).settings(settings));
    }

    private String overview(CommandLine beacon) {
        begin("beacon", 1, summary(beacon.getCommandSpec()));
        section("SYNOPSIS");
        line("\\fBbeacon\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...]");
        section("COMMANDS");
        beacon.getSubcommands()
                .forEach((name, command) -> item(bold("beacon " + name), summary(command.getCommandSpec())));
        footer(beacon.getCommandSpec());
        section("FILES");
        item(bold("/etc/beacon/beacon.conf"), "The settings of the service; see beacon.conf(5).");
        item(bold("/var/lib/beacon"), "What the service keeps.");
        item(bold("~/.beacon"), "What a controller keeps that a user has started with \"beacon run\".");
        seeAlso(Stream.concat(
                Stream.of("beacon.conf(5)"),
                beacon.getSubcommands().keySet().stream()
                        .filter(name -> !name.equals("help"))
                        .map(name -> "beacon-" + name + "(1)")));
        return page.toString();
    }

    private String command(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        begin("beacon-" + spec.name(), 1, summary(spec));
        section("SYNOPSIS");
        synopses(command);
        section("DESCRIPTION");
        body(command);
        seeAlso(Stream.of("beacon(1)", "beacon.conf(5)"));
        return page.toString();
    }

    private String settings(List<Setting.Value> settings) {
        begin("beacon.conf", 5, "settings of the Beacon OpenFlow controller");
        section("DESCRIPTION");
        text("A file in HOCON, which the option --config of \"beacon run\" names; the service reads"
                + " /etc/beacon/beacon.conf. A value of the command line (-D KEY=VALUE) is preferred to one of the"
                + " environment (BEACON_KEY, in capitals, with _ for . and -), and that to one of the file.");
        section("SETTINGS");
        for (Setting.Value value : settings) {
            Setting setting = value.setting();
            String initial = setting.defaultValue().isEmpty() ? "empty" : setting.defaultValue();
            item(bold(setting.key()), "%s. Default: %s.".formatted(capitalized(setting.description()), initial));
        }
        seeAlso(Stream.of("beacon(1)", "beacon-config(1)", "beacon-doctor(1)"));
        return page.toString();
    }

    // ---- Parts of a page

    private void begin(String name, int section, String summary) {
        line(".TH \"%s\" %d \"%s\" \"Beacon %s\" \"Beacon\""
                .formatted(escaped(name.toUpperCase(Locale.ROOT)), section, date, Beacon.version()));
        section("NAME");
        line("%s \\- %s".formatted(escaped(name), escaped(summary.replaceFirst("\\.$", ""))));
    }

    /** Writes the description, the options and the examples of a command, and below those of its subcommands. */
    private void body(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        text(description(spec));
        spec.positionalParameters().stream()
                .filter(parameter -> !parameter.hidden())
                .forEach(parameter -> item("\\fI" + escaped(parameter.paramLabel()) + "\\fR", text(parameter)));
        spec.options().stream()
                .filter(option -> !option.hidden() && !option.usageHelp() && !option.versionHelp())
                .forEach(option -> item(names(option), text(option)));
        footer(spec);
        subcommands(command).forEach(sub -> {
            section(sub.getCommandSpec().qualifiedName());
            body(sub);
        });
    }

    /** Writes how a command is called, and each of its subcommands. */
    private void synopses(CommandLine command) {
        if (command.getSubcommands().isEmpty()) {
            String parameters = command.getCommandSpec().positionalParameters().stream()
                    .filter(parameter -> !parameter.hidden())
                    .map(parameter -> parameter.arity().min() == 0
                            ? " [\\fI%s\\fR]".formatted(escaped(parameter.paramLabel()))
                            : " \\fI%s\\fR".formatted(escaped(parameter.paramLabel())))
                    .collect(Collectors.joining());
            line(bold(command.getCommandSpec().qualifiedName()) + " [\\fIOPTION\\fR...]" + parameters);
            line(".br");
        } else {
            subcommands(command).forEach(this::synopses);
        }
    }

    private static Stream<CommandLine> subcommands(CommandLine command) {
        return command.getSubcommands().values().stream()
                .filter(sub -> !sub.getCommandName().equals("help"))
                .distinct();
    }

    /** Writes the footer of the help: examples and exit codes. Other lines stand as they are. */
    private void footer(CommandSpec spec) {
        var lines = new ArrayList<String>();
        for (String line : spec.usageMessage().footer()) {
            lines.addAll(CommandLine.Help.Ansi.OFF.string(line).lines().toList());
        }
        List<String> rest =
                lines.stream().filter(line -> !line.startsWith(EXIT_CODES)).toList();
        if (rest.stream().anyMatch(line -> !line.isBlank())) {
            line(".P");
            line(".nf");
            rest.stream()
                    .dropWhile(String::isBlank)
                    .forEach(line -> line(line.equals(EXAMPLES) ? bold(line) : escaped(line)));
            line(".fi");
        }
        lines.stream().filter(line -> line.startsWith(EXIT_CODES)).forEach(line -> {
            line(".P");
            text(line);
        });
    }

    private void seeAlso(Stream<String> pages) {
        section("SEE ALSO");
        text(pages.collect(Collectors.joining(", ")));
    }

    private void section(String title) {
        line(".SH \"%s\"".formatted(escaped(title)));
    }

    private void item(String term, String text) {
        line(".TP");
        line(term);
        text(text);
    }

    private void text(String text) {
        line(escaped(text.strip()));
    }

    /** Adds a line in the language of man(7). */
    private void line(String line) {
        page.append(line).append('\n');
    }

    // ---- Texts of the commands

    private static String names(OptionSpec option) {
        String label = option.paramLabel().isEmpty() || option.arity().max() == 0
                ? ""
                : "=\\fI" + escaped(option.paramLabel()) + "\\fR";
        return Stream.of(option.names()).map(name -> bold(name) + label).collect(Collectors.joining(", "));
    }

    private static String text(ArgSpec argument) {
        return String.join(" ", argument.description()).replace("%n", " ");
    }

    private static String description(CommandSpec spec) {
        return String.join(" ", spec.usageMessage().description()).replace("%n", " ");
    }

    /** Returns the first sentence of the description of a command. */
    private static String summary(CommandSpec spec) {
        return description(spec).strip().replaceFirst("(?s)(?<=\\.)\\s.*", "");
    }

    private static String capitalized(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static String bold(String text) {
        return "\\fB" + escaped(text) + "\\fR";
    }

    /** Returns a text such that nothing in it is taken as a request or an escape sequence. */
    private static String escaped(String text) {
        String escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }
}
