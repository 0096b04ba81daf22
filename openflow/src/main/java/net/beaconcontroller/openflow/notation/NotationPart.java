package net.beaconcontroller.openflow.notation;

import net.beaconcontroller.openflow.NotationException;
import org.jspecify.annotations.Nullable;

/**
 * A part of a text with its position, for error messages.
 *
 * @param start index of the first character
 * @param end index after the last character
 * @param whole the part to show in an error message; null for this part
 */
public record NotationPart(
        String text, int start, int end, @Nullable NotationPart whole) {
    private static final int MOST_SHOWN = 60;

    public NotationPart(String text, int start, int end) {
        this(text, start, end, null);
    }

    public int length() {
        return end - start;
    }

    public boolean isEmpty() {
        return start == end;
    }

    public char at(int index) {
        return text.charAt(start + index);
    }

    /** Returns the index of a string in this part, or -1. */
    public int indexOf(String string) {
        int at = text.indexOf(string, start, end);
        return at < 0 ? -1 : at - start;
    }

    public NotationPart part(int from, int to) {
        return new NotationPart(text, start + from, start + to, whole == null ? this : whole);
    }

    public NotationPart from(int index) {
        return part(index, length());
    }

    /** Returns whether this part contains the separator. */
    public boolean has(String separator) {
        return indexOf(separator) >= 0;
    }

    /** Returns the part before the first separator, or this part if it does not contain the separator. */
    public NotationPart before(String separator) {
        int at = indexOf(separator);
        return at < 0 ? this : part(0, at);
    }

    /** Returns the part after the first separator; empty, at the end, if this part does not contain the separator. */
    public NotationPart after(String separator) {
        int at = indexOf(separator);
        return from(at < 0 ? length() : at + separator.length());
    }

    public boolean is(String string) {
        return length() == string.length() && text.regionMatches(true, start, string, 0, string.length());
    }

    public boolean startsWith(String string) {
        return length() >= string.length() && text.regionMatches(true, start, string, 0, string.length());
    }

    /**
     * Returns an exception about this part.
     *
     * @param reason the reason, such as {@code needs a number from 0 to 7}
     */
    public NotationException refuse(String reason) {
        return refuse(reason, null);
    }

    /**
     * Returns an exception about this part.
     *
     * @param reason the reason, such as {@code needs a number from 0 to 7}
     * @param correction the text of this part without the error, if there is one that most likely was meant
     */
    public NotationException refuse(String reason, @Nullable String correction) {
        String refused = (whole == null ? this : whole).toString();
        String shown = refused.length() <= MOST_SHOWN ? refused : refused.substring(0, MOST_SHOWN) + "...";
        return new NotationException(
                text,
                start + 1,
                toString(),
                NotationException.printable(shown),
                reason,
                correction == null ? null : text.substring(0, start) + correction + text.substring(end));
    }

    @Override
    public String toString() {
        return text.substring(start, end);
    }
}
