package net.beaconcontroller.cli.run;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.time.Duration;

/** A datagram Unix socket that receives, as a service manager has one. */
final class ReceivingSocket implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MAX_MESSAGE = 4096;
    private static final short POLLIN = 1;

    private static final MethodHandle BIND = NotifySocket.function("bind", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle POLL = NotifySocket.function("poll", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle RECV =
            NotifySocket.function("recv", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);

    private final NotifySocket socket;

    ReceivingSocket(String path) throws IOException {
        socket = new NotifySocket(path);
        try (var arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocateFrom(JAVA_BYTE, socket.address());
            int length = (int) address.byteSize();
            int bound = NotifySocket.call(() -> (int) BIND.invokeExact(socket.descriptor(), address, length));
            if (bound != 0) {
                throw new IOException("cannot bind " + path);
            }
        }
    }

    /** Waits for a message. */
    String receive() {
        String message = receive(LIMIT);
        if (message.isEmpty()) {
            throw new AssertionError("no message within " + LIMIT);
        }
        return message;
    }

    /** Waits for a message, at most for some time. Returns an empty text if there is none. */
    String receive(Duration limit) {
        try (var arena = Arena.ofConfined()) {
            // struct pollfd: the descriptor, the events to wait for, the events that have happened
            MemorySegment waiting = arena.allocate(8, 4);
            waiting.set(JAVA_INT, 0, socket.descriptor());
            waiting.set(JAVA_SHORT, 4, POLLIN);
            int millis = (int) limit.toMillis();
            int ready = NotifySocket.call(() -> (int) POLL.invokeExact(waiting, 1L, millis));
            if (ready <= 0) {
                return "";
            }
            MemorySegment data = arena.allocate(MAX_MESSAGE);
            long length =
                    NotifySocket.call(() -> (long) RECV.invokeExact(socket.descriptor(), data, (long) MAX_MESSAGE, 0));
            return new String(data.asSlice(0, length).toArray(JAVA_BYTE), UTF_8);
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}
