package net.beaconcontroller.web.http;

import java.io.IOException;
import java.io.InputStream;
import net.beaconcontroller.api.web.Problem;

/**
 * The body of a request, of limited length. A longer one ends the request with a problem. A failure to read is the
 * end of the connection: the client has closed it, or has sent nothing for too long.
 */
public final class LimitedBody extends InputStream {
    private final InputStream body;
    private final long max;
    private long count;

    /** @param max the maximum number of bytes */
    public LimitedBody(InputStream body, long max) {
        this.body = body;
        this.max = max;
    }

    /** Returns the problem of a body that is too long. */
    public static Problem tooLong(long max) {
        return Problem.of(413, "the body is longer than %d bytes".formatted(max));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read;
        try {
            read = body.read(bytes, offset, length);
        } catch (IOException e) {
            throw ProblemWriter.endOfConnection(e);
        }
        count(Math.max(0, read));
        return read;
    }

    private void count(int bytes) {
        count += bytes;
        if (count > max) {
            throw tooLong(max);
        }
    }

    @Override
    public int available() throws IOException {
        return body.available();
    }

    @Override
    public void close() throws IOException {
        body.close();
    }
}
