package net.beaconcontroller.decode;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads lines of bounded length. The rest of a longer line is discarded. */
final class LineReader {
    /** The maximum length of a line in bytes. The longest message has 131,070 hex digits. */
    static final int MAX_LENGTH = 1 << 20;

    private static final String BYTE_ORDER_MARK = "\ufeff";

    private final InputStream in;
    private final byte[] read = new byte[1 << 16];
    private int position;
    private int limit;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private boolean isTooLong;
    private boolean isFirst = true;

    LineReader(InputStream in) {
        this.in = in;
    }

    /** Returns the next line without its terminator; null at the end. */
    @Nullable
    String next() throws IOException {
        line.reset();
        isTooLong = false;
        boolean hasLine = false;
        while (position < limit || fill()) {
            hasLine = true;
            int end = position;
            while (end < limit && read[end] != '\n') {
                end++;
            }
            append(end);
            boolean isWhole = end < limit;
            position = isWhole ? end + 1 : end;
            if (isWhole) {
                break;
            }
        }
        return hasLine ? text() : null;
    }

    /** Returns whether the last line was truncated. */
    boolean wasTooLong() {
        return isTooLong;
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(0, in.read(read, 0, read.length));
        return limit > 0;
    }

    private void append(int end) {
        int count = end - position;
        isTooLong |= count > MAX_LENGTH - line.size();
        if (!isTooLong) {
            line.write(read, position, count);
        }
    }

    private String text() {
        String text = line.toString(UTF_8);
        if (isFirst && text.startsWith(BYTE_ORDER_MARK)) {
            text = text.substring(BYTE_ORDER_MARK.length());
        }
        isFirst = false;
        return text;
    }
}
