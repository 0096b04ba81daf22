package net.beaconcontroller.cli.remote;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import net.beaconcontroller.cli.remote.client.JsonObject;

/** An event as a line for people. */
final class EventLine {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");
    private static final String RED = "\u001b[31m";
    private static final String YELLOW = "\u001b[33m";
    private static final String PLAIN = "\u001b[m";

    private EventLine() {}

    /** Returns the line. A text of the network cannot control the terminal: it may be that of an attacker. */
    static String of(JsonObject event, boolean inColour) {
        String severity = event.text("severity");
        String line = "%s %-7s %-20s %s"
                .formatted(time(event.text("time")), severity, event.text("type"), event.text("text"))
                .replaceAll("[\\p{Cntrl}\\p{Cf}]", "?");
        return switch (inColour ? severity : "") {
            case "alarm" -> RED + line + PLAIN;
            case "warning" -> YELLOW + line + PLAIN;
            default -> line;
        };
    }

    private static String time(String text) {
        try {
            return TIME.format(Instant.parse(text).atZone(ZoneId.systemDefault()));
        } catch (DateTimeParseException _) {
            return text;
        }
    }
}
