package net.beaconcontroller.cli.decode;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;

/**
 * Flushes an output before each read from an input. So what is printed keeps up with an input that comes slowly, and is written
 * in large pieces when it comes fast. The input ends when nobody reads the output any more.
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
