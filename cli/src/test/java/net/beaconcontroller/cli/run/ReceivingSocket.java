package net.beaconcontroller.cli.run;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.time.Duration;

/** A datagram Unix socket that receives, as a service manager has one. */
final class ReceivingSocket implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MAX_MESSAGE = 4096;
    private static final short POLLIN = 1;

    private static final MethodHandle BIND = function("bind", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle POLL = function("poll", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle RECV = function("recv", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);

    private final NotifySocket socket;

    @SuppressWarnings("restricted")
    private static MethodHandle function(String name, MemoryLayout result, MemoryLayout... parameters) {
        return Linker.nativeLinker()
                .downcallHandle(
                        Linker.nativeLinker().defaultLookup().findOrThrow(name),
                        FunctionDescriptor.of(result, parameters));
    }

    ReceivingSocket(String path) throws IOException {
        socket = new NotifySocket(path);
        try (var arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocateFrom(JAVA_BYTE, socket.address());
            if ((int) BIND.invokeExact(socket.descriptor(), address, (int) address.byteSize()) != 0) {
                throw new IOException("cannot bind " + path);
            }
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
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
            if ((int) POLL.invokeExact(waiting, 1L, (int) limit.toMillis()) <= 0) {
                return "";
            }
            MemorySegment data = arena.allocate(MAX_MESSAGE);
            long length = (long) RECV.invokeExact(socket.descriptor(), data, (long) MAX_MESSAGE, 0);
            return new String(data.asSlice(0, length).toArray(JAVA_BYTE), UTF_8);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}
