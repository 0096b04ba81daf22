package net.beaconcontroller.openflow;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Thrown when a text does not follow the {@code ovs-ofctl} notation. It has the position and the reason. */
public final class NotationException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** Number of characters of a long text that are shown before and after the position. */
    private static final int SHOWN = 60;

    private final int column;
    private final String part;
    private final String reason;
    private final @Nullable String correction;

    /**
     * Creates an exception.
     *
     * @param column from 1; the length of the text plus 1 if something is missing at its end
     * @param reason the valid values
     */
    public NotationException(String text, int column, String reason) {
        this(text, column, "", "", reason, null);
    }

    /**
     * Creates an exception.
     *
     * @param column from 1; the length of the text plus 1 if something is missing at its end
     * @param part the refused part, which begins there; empty if something is missing
     * @param shown what the message shows of the text before the reason; empty for nothing
     * @param reason the valid values
     * @param correction the whole text without the error, if there is one that most likely was meant
     */
    public NotationException(
            String text, int column, String part, String shown, String reason, @Nullable String correction) {
        super(message(text, column, shown.isEmpty() ? reason : shown + ": " + reason));
        this.column = column;
        this.part = part;
        this.reason = reason;
        this.correction = correction;
    }

    private static String message(String text, int column, String reason) {
        int from = Math.max(0, column - 1 - SHOWN);
        int to = Math.min(text.length(), column - 1 + SHOWN);
        String before = from == 0 ? "" : "...";
        String shown = before + printable(text.substring(from, to)) + (to == text.length() ? "" : "...");
        return "column %d: %s\n%s\n%s^"
                .formatted(column, reason, shown, " ".repeat(before.length() + column - 1 - from));
    }

    /** Returns the text in one line, with each character at its position. */
    public static String printable(String text) {
        return text.replaceAll("\\p{Cc}", " ");
    }

    /** Returns the whole text without this error; empty if there is more than one possible meaning, or none. */
    public Optional<String> correction() {
        return Optional.ofNullable(correction);
    }

    /** Returns the column of the error, from 1. */
    public int column() {
        return column;
    }

    /** Returns the refused part of the text, which begins at the column; empty if something is missing there. */
    public String part() {
        return part;
    }

    /** Returns the valid values, without the refused text. */
    public String reason() {
        return reason;
    }
}
