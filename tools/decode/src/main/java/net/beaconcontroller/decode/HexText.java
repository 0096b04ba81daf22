package net.beaconcontroller.decode;

import java.util.Arrays;

/** Parses hex text. */
final class HexText {
    /** Invalid hex. */
    static final class BadHexException extends Exception {
        private static final long serialVersionUID = 1;

        private final int column;

        private BadHexException(int column, String reason) {
            super(reason);
            this.column = column;
        }

        /** Returns the column of the error, from 1. */
        int column() {
            return column;
        }
    }

    private static final String SEPARATORS = ":,;-_.";

    private HexText() {}

    /**
     * Parses pairs of hex digits. Whitespace and punctuation may separate digits, {@code 0x} may precede them, and
     * quotes may enclose the text.
     */
    static byte[] parse(String text) throws BadHexException {
        int start = 0;
        int end = text.length();
        while (start < end && isAround(text.charAt(start))) {
            start++;
        }
        while (end > start && isAround(text.charAt(end - 1))) {
            end--;
        }
        byte[] bytes = new byte[(end - start + 1) / 2];
        int digits = 0;
        // Whether 0x is allowed here.
        boolean begins = true;
        for (int at = start; at < end; at++) {
            char c = text.charAt(at);
            if (isSeparator(c)) {
                begins = true;
            } else if (begins && c == '0' && at + 1 < end && (text.charAt(at + 1) | 0x20) == 'x') {
                at++;
                begins = false;
            } else {
                int digit = c < 0x80 ? Character.digit(c, 16) : -1;
                if (digit < 0) {
                    throw noDigit(text, at);
                }
                bytes[digits / 2] = (byte) (bytes[digits / 2] << 4 | digit);
                digits++;
                begins = false;
            }
        }
        if (digits == 0) {
            throw new BadHexException(start + 1, "no hex digit");
        }
        if (digits % 2 != 0) {
            throw new BadHexException(end, "%d hex digits, needs an even number".formatted(digits));
        }
        return Arrays.copyOf(bytes, digits / 2);
    }

    private static boolean isAround(char c) {
        return c == '"' || c == '\'' || Character.isWhitespace(c);
    }

    private static boolean isSeparator(char c) {
        return Character.isWhitespace(c) || SEPARATORS.indexOf(c) >= 0;
    }

    private static BadHexException noDigit(String text, int at) {
        String shown = DecodeText.printable(Character.toString(text.codePointAt(at)));
        return new BadHexException(at + 1, "'%s' at column %d is not a hex digit".formatted(shown, at + 1));
    }
}
