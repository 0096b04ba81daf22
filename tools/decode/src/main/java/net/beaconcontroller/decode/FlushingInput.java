package net.beaconcontroller.decode;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;

/**
 * Flushes an output before each read. Output keeps up with slow input and is written in large blocks for fast input.
 * The input ends when the output is closed.
 */
final class FlushingInput extends FilterInputStream {
    private final PrintWriter out;

    FlushingInput(InputStream in, PrintWriter out) {
        super(in);
        this.out = out;
    }

    @Override
    public int read() throws IOException {
        return out.checkError() ? -1 : super.read();
    }

    @Override
    public int read(byte[] array, int offset, int length) throws IOException {
        return out.checkError() ? -1 : super.read(array, offset, length);
    }
}
