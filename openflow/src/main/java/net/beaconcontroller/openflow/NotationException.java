package net.beaconcontroller.openflow;

/** MessageLayout that is not in the notation that it should be in: what was wrong, and where. */
public final class NotationException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** How much of a long text is shown on each side of the place. */
    private static final int SHOWN = 60;

    private final int column;

    /**
     * What is wrong at a place of a text.
     *
     * @param column from 1; one more than the text is long where something is missing at its end
     * @param reason what was refused, and what would be right
     */
    public NotationException(String text, int column, String reason) {
        super(message(text, column, reason));
        this.column = column;
    }

    private static String message(String text, int column, String reason) {
        int from = Math.max(0, column - 1 - SHOWN);
        int to = Math.min(text.length(), column - 1 + SHOWN);
        String before = from == 0 ? "" : "...";
        String shown = before + printable(text.substring(from, to)) + (to == text.length() ? "" : "...");
        return "column %d: %s\n%s\n%s^"
                .formatted(column, reason, shown, " ".repeat(before.length() + column - 1 - from));
    }

    /** The text in one line, each character in its place. */
    public static String printable(String text) {
        var printable = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                printable.setCharAt(i, ' ');
            }
        }
        return printable.toString();
    }

    /** Where it was wrong, from 1. */
    public int column() {
        return column;
    }
}
