package net.beaconcontroller.decode;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.beaconcontroller.openflow.message.Envelope;
import org.jspecify.annotations.Nullable;

/** Formats messages as text. */
final class DecodeText implements DecodeFormat {
    /** Control and format characters, line separators, surrogates and unassigned code points. */
    private static final Pattern HIDDEN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}&&[^\\p{Co}]]");

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
        return HIDDEN.matcher(text).replaceAll(hidden -> {
            int c = hidden.group().codePointAt(0);
            return Matcher.quoteReplacement((c <= 0xff ? "\\x%02x" : "\\u{%x}").formatted(c));
        });
    }
}
