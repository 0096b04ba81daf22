package net.beaconcontroller.bench.report;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** A builder of well-formed, escaped HTML and SVG. */
public final class MarkupBuilder {
    private final StringBuilder text = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Opens an element. Attributes alternate names and values. */
    public MarkupBuilder open(String name, Object... attributes) {
        tag(name, attributes).append('>');
        open.push(name);
        return this;
    }

    /** Closes the innermost open element. */
    public MarkupBuilder close() {
        text.append("</").append(open.pop()).append('>');
        return this;
    }

    /** Appends an empty element. */
    public MarkupBuilder leaf(String name, Object... attributes) {
        tag(name, attributes).append("/>");
        return this;
    }

    /** Appends an element with text. */
    public MarkupBuilder element(String name, String content, Object... attributes) {
        return open(name, attributes).text(content).close();
    }

    /** Appends escaped text. */
    public MarkupBuilder text(String content) {
        escape(content);
        return this;
    }

    /** Appends markup without escaping. */
    public MarkupBuilder raw(String markup) {
        text.append(markup);
        return this;
    }

    private StringBuilder tag(String name, Object... attributes) {
        text.append('<').append(name);
        for (int i = 0; i < attributes.length; i += 2) {
            text.append(' ').append(attributes[i]).append("=\"");
            escape(attributes[i + 1] instanceof Double number ? pixels(number) : String.valueOf(attributes[i + 1]));
            text.append('"');
        }
        return text;
    }

    static String pixels(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }

    private void escape(String content) {
        content.codePoints().forEach(character -> {
            switch (character) {
                case '&' -> text.append("&amp;");
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                case '"' -> text.append("&quot;");
                case '\t', '\n' -> text.append((char) character);
                default -> {
                    // Characters that XML does not allow, such as ANSI escape sequences.
                    text.appendCodePoint(
                            character < ' ' || character == 0xfffe || character == 0xffff ? 0xfffd : character);
                }
            }
        });
    }

    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("not closed: " + open);
        }
        return text.toString();
    }
}
