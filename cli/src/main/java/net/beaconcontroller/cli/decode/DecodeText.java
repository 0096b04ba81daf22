package net.beaconcontroller.cli.decode;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import net.beaconcontroller.openflow.message.Envelope;
import org.jspecify.annotations.Nullable;

/** Formats messages as text. */
final class DecodeText implements DecodeFormat {
    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS");
    private static final DateTimeFormatter NANOS = DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSSSSS");

    @Override
    public String message(@Nullable CaptureOrigin origin, Envelope envelope) {
        return printable(prefix(origin) + envelope);
    }

    @Override
    public String error(@Nullable CaptureOrigin origin, DecodeError error) {
        return printable(prefix(origin) + "malformed: " + error.error());
    }

    private static String prefix(@Nullable CaptureOrigin origin) {
        return origin == null
                ? ""
                : "%s %s > %s ".formatted(time(origin.time()), origin.source(), origin.destination());
    }

    /** Returns the local time of day, in the format of tcpdump. */
    private static String time(Instant time) {
        DateTimeFormatter format = time.equals(time.truncatedTo(ChronoUnit.MICROS)) ? MICROS : NANOS;
        return format.format(time.atZone(ZoneId.systemDefault()));
    }

    /** Escapes control characters and characters that change the text direction. */
    static String printable(String text) {
        if (text.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            return text;
        }
        var all = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            if (!isHidden(c)) {
                all.appendCodePoint(c);
            } else if (c <= 0xff) {
                all.append("\\x%02x".formatted(c));
            } else {
                all.append("\\u{%x}".formatted(c));
            }
        });
        return all.toString();
    }

    private static boolean isHidden(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> true;
            default -> false;
        };
    }
}
