package net.beaconcontroller.web;

import jakarta.ws.rs.container.ContainerRequestContext;
import java.io.EOFException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.eclipse.jetty.server.Request;

/** Marks requests whose response is a stream: what its resource writes is sent when the resource flushes it. */
public final class Unbuffered {
    private static final String ATTRIBUTE = Unbuffered.class.getName();

    private Unbuffered() {}

    /**
     * The body of a stream. After a write that failed, possibly because it was interrupted, the end of the body cannot
     * be written, which Jersey would try.
     */
    static final class Body extends FilterOutputStream {
        private boolean failed;

        Body(OutputStream out) {
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

        private interface Operation {
            void run() throws IOException;
        }

        private void attempt(Operation operation) throws IOException {
            if (failed) {
                throw new EOFException("the connection has ended");
            }
            failed = true;
            operation.run();
            failed = false;
        }
    }

    /** Marks a request, before the response is returned. */
    public static void request(ContainerRequestContext request) {
        request.setProperty(ATTRIBUTE, true);
    }

    static boolean isMarked(Request request) {
        return request.getAttribute(ATTRIBUTE) != null;
    }
}
