package net.beaconcontroller.openflow.notation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import net.beaconcontroller.openflow.NotationException;
import org.jspecify.annotations.Nullable;

/** Splits a text into items: words, and keys with values, separated by commas or spaces. */
public final class NotationScanner {
    /**
     * A word, or a key with a value: {@code key=value}, {@code key:value} or {@code key(value)}.
     *
     * @param whole the whole item
     * @param valuePart null for a word
     */
    public record Item(
            NotationPart whole,
            NotationPart keyPart,
            @Nullable NotationPart valuePart) {
        /** Returns the key in lower case. Keys are case-insensitive. */
        public String key() {
            return keyPart.toString().toLowerCase(Locale.ROOT);
        }

        public boolean isWord() {
            return valuePart == null;
        }

        /**
         * Returns the value.
         *
         * @throws NotationException if this item is a word
         */
        public NotationPart value(String needed) {
            if (valuePart == null) {
                throw new NotationPart(whole.text(), whole.end(), whole.end(), whole).refuse("needs " + needed);
            }
            return valuePart;
        }

        public void requireWord() {
            if (valuePart != null) {
                throw valuePart.refuse("needs no value after " + keyPart);
            }
        }

        public NotationException refuse(String reason) {
            return whole.refuse(reason);
        }
    }

    private final String text;
    private final int end;
    private int position;

    public NotationScanner(String text) {
        this(new NotationPart(text, 0, text.length()));
    }

    public NotationScanner(NotationPart part) {
        this.text = part.text();
        this.position = part.start();
        this.end = part.end();
    }

    /** Returns the next item, or null at the end. */
    @Nullable
    public Item next() {
        while (position < end && isSeparator(text.charAt(position))) {
            position++;
        }
        if (position == end) {
            return null;
        }
        int start = position;
        while (position < end && !isSeparator(text.charAt(position)) && "=:()".indexOf(text.charAt(position)) < 0) {
            position++;
        }
        var key = new NotationPart(text, start, position);
        boolean isWord = position == end || isSeparator(text.charAt(position));
        if (key.isEmpty() || (!isWord && text.charAt(position) == ')')) {
            throw new NotationPart(text, position, position + 1).refuse("needs a name before");
        }
        if (isWord) {
            return new Item(key, key, null);
        }
        boolean inParentheses = text.charAt(position) == '(';
        int valueStart = position + 1;
        int valueEnd = inParentheses ? afterParenthesis(position) - 1 : endOfValue(valueStart);
        position = inParentheses ? valueEnd + 1 : valueEnd;
        if (position < end && !isSeparator(text.charAt(position))) {
            throw new NotationPart(text, position, position + 1).refuse("needs a comma before");
        }
        var whole = new NotationPart(text, start, position);
        return new Item(
                whole,
                new NotationPart(text, start, key.end(), whole),
                new NotationPart(text, valueStart, valueEnd, whole));
    }

    /** Returns all remaining items. */
    public List<Item> all() {
        var items = new ArrayList<Item>();
        for (Item item = next(); item != null; item = next()) {
            items.add(item);
        }
        return items;
    }

    /** Returns the text from the start of an item's value to the end. */
    public NotationPart restFrom(NotationPart value) {
        position = end;
        return new NotationPart(text, value.start(), end);
    }

    private int endOfValue(int from) {
        int at = from;
        while (at < end && !isSeparator(text.charAt(at))) {
            if (text.charAt(at) == ')') {
                throw new NotationPart(text, at, at + 1).refuse("needs an opening ( before");
            }
            at = text.charAt(at) == '(' ? afterParenthesis(at) : at + 1;
        }
        return at;
    }

    /** Returns the index after the closing parenthesis. */
    private int afterParenthesis(int open) {
        int depth = 0;
        for (int at = open; at < end; at++) {
            char c = text.charAt(at);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth == 0) {
                return at + 1;
            }
        }
        throw new NotationPart(text, open, open + 1).refuse("needs a closing )");
    }

    private static boolean isSeparator(char c) {
        return c == ',' || c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }
}
