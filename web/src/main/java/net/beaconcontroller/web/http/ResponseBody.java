package net.beaconcontroller.web.http;

import java.io.EOFException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * The body of a response. A failure to write is the end of the connection: the client has closed it, or has read
 * nothing for too long. After a write that failed, possibly because it was interrupted, the end of the body cannot be
 * written, which Jersey would try.
 */
public final class ResponseBody extends FilterOutputStream {
    private boolean failed;

    private interface Operation {
        void run() throws IOException;
    }

    public ResponseBody(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b});
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        attempt(() -> out.write(bytes, offset, length));
    }

    @Override
    public void flush() throws IOException {
        attempt(out::flush);
    }

    @Override
    public void close() throws IOException {
        attempt(out::close);
    }

    private void attempt(Operation operation) throws IOException {
        if (failed) {
            throw new EOFException("the connection has ended");
        }
        failed = true;
        try {
            operation.run();
        } catch (IOException e) {
            throw ProblemWriter.endOfConnection(e);
        }
        failed = false;
    }
}
