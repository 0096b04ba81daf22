package net.beaconcontroller.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import net.beaconcontroller.bench.Machine;

/** The beginning of a self-contained HTML report without scripts or network access, which all reports share. */
public final class ReportPage {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm z", Locale.ENGLISH);

    private ReportPage() {}

    /**
     * Begins a page. The elements {@code body} and {@code html} are open and have to be closed.
     *
     * @param heading the title on the page
     * @param command the command that made the report
     */
    public static MarkupBuilder begin(String heading, String command, Machine machine) {
        return new MarkupBuilder()
                .raw("<!DOCTYPE html>\n")
                .open("html", "lang", "en")
                .open("head")
                .leaf("meta", "charset", "utf-8")
                .leaf("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
                .leaf("meta", "name", "color-scheme", "content", "light dark")
                .element("title", "Beacon: " + command)
                .open("style")
                .raw(style())
                .close()
                .close()
                .open("body")
                .element("h1", heading)
                .open("p", "class", "lead")
                .element("code", command)
                .leaf("br")
                .text("%s. Processors: %d, %s; %s; %s."
                        .formatted(
                                DATE.format(machine.date()),
                                machine.processors(),
                                machine.processor(),
                                machine.kernel(),
                                machine.jvm()))
                .leaf("br")
                .element(
                        "small",
                        machine.settings().entrySet().stream()
                                .map(setting -> setting.getKey() + " = " + setting.getValue())
                                .collect(Collectors.joining("; ")))
                .close();
    }

    /** Returns the style sheet of pages and plots. */
    static String style() {
        try (InputStream in = Objects.requireNonNull(ReportPage.class.getResourceAsStream("report.css"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
