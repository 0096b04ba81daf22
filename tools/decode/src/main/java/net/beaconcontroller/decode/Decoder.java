package net.beaconcontroller.decode;

import java.io.PrintWriter;
import net.beaconcontroller.decode.HexText.BadHexException;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.codec.Messages;
import org.jspecify.annotations.Nullable;

/**
 * Decodes messages and prints each on a line. An error is a line too and does not stop the decoder.
 *
 * <p>Errors are on standard output, too, because only there the reader sees between which messages they occurred.
 */
final class Decoder {
    private final DecodeFormat form;
    private final PrintWriter out;
    private boolean hasFailed;

    Decoder(DecodeFormat form, PrintWriter out) {
        this.form = form;
        this.out = out;
    }

    /** Decodes a text as one message, regardless of the length in its header, so that each text yields one line. */
    void hex(String text) {
        byte[] bytes;
        try {
            bytes = HexText.parse(text);
        } catch (BadHexException e) {
            error(null, DecodeError.of("hex", e.column(), String.valueOf(e.getMessage())));
            return;
        }
        message(null, bytes, 0, bytes.length);
    }

    /** Decodes one message. */
    void message(@Nullable CaptureOrigin origin, byte[] array, int start, int length) {
        String line;
        try {
            line = form.message(origin, Messages.read(array, start, length));
        } catch (MalformedMessageException e) {
            error(origin, DecodeError.of(e));
            return;
        } catch (RuntimeException | StackOverflowError e) {
            // A bug, or a message that cannot be encoded.
            error(origin, DecodeError.of("", 0, "%s: %s".formatted(e.getClass().getSimpleName(), e.getMessage())));
            return;
        }
        print(line);
    }

    void error(@Nullable CaptureOrigin origin, DecodeError error) {
        hasFailed = true;
        print(form.error(origin, error));
    }

    private void print(String line) {
        // println would flush.
        out.write(line);
        out.write('\n');
    }

    /** Returns whether an error occurred. */
    boolean hasFailed() {
        return hasFailed;
    }
}
