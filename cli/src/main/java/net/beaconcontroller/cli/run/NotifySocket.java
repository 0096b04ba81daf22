package net.beaconcontroller.cli.run;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Sends messages to the datagram socket of the service manager, see sd_notify(3) and unix(7). The JDK has no datagram
 * sockets of this family. Linux only. Safe for use by several threads.
 */
final class NotifySocket implements AutoCloseable {
    private static final int AF_UNIX = 1;
    private static final int SOCK_DGRAM = 2;
    private static final int SOCK_CLOEXEC = 0x80000;
    private static final int MSG_NOSIGNAL = 0x4000;

    /** The size of {@code sun_path}. */
    private static final int MAX_PATH = 108;

    private static final MethodHandle SOCKET = function("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle SENDTO =
            function("sendto", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle CLOSE = function("close", JAVA_INT, JAVA_INT);

    private final byte[] address;
    /** -1 after the end. Guarded by this. */
    private int descriptor;

    /** Returns a function of the C library. */
    @SuppressWarnings("restricted")
    static MethodHandle function(String name, MemoryLayout result, MemoryLayout... parameters) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, parameters));
    }

    /**
     * Opens a socket that sends to another.
     *
     * @param path the path of the other; {@code @} as its first character stands for the abstract namespace
     */
    NotifySocket(String path) throws IOException {
        address = address(path);
        descriptor = open();
    }

    /** Returns a {@code struct sockaddr_un}: the family, and the path, which begins with 0 if it is abstract. */
    private static byte[] address(String path) throws IOException {
        byte[] bytes = path.getBytes(UTF_8);
        if (bytes.length >= MAX_PATH || (!path.startsWith("/") && !path.startsWith("@"))) {
            throw new IOException("NOTIFY_SOCKET=%s: needs an absolute path, or @ and a name, of less than %d bytes"
                    .formatted(path, MAX_PATH));
        }
        if (bytes[0] == '@') {
            bytes[0] = 0;
        }
        return ByteBuffer.allocate(Short.BYTES + bytes.length)
                .order(ByteOrder.nativeOrder())
                .putShort((short) AF_UNIX)
                .put(bytes)
                .array();
    }

    private static int open() throws IOException {
        int descriptor = call(() -> (int) SOCKET.invokeExact(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
        if (descriptor < 0) {
            throw new IOException("NOTIFY_SOCKET: no Unix socket can be opened");
        }
        return descriptor;
    }

    /** Returns the address to which messages are sent, a {@code struct sockaddr_un}. */
    byte[] address() {
        return address.clone();
    }

    /** Returns the descriptor of this socket. */
    synchronized int descriptor() {
        return descriptor;
    }

    /** Sends a message: lines of the form {@code KEY=value}. Returns false if the system refuses it, or if closed. */
    synchronized boolean send(String message) {
        byte[] bytes = message.getBytes(UTF_8);
        try (var arena = Arena.ofConfined()) {
            MemorySegment data = arena.allocateFrom(JAVA_BYTE, bytes);
            MemorySegment to = arena.allocateFrom(JAVA_BYTE, address);
            long sent = call(() ->
                    (long) SENDTO.invokeExact(descriptor, data, (long) bytes.length, MSG_NOSIGNAL, to, address.length));
            return sent == bytes.length;
        }
    }

    /** Has no effect the second time: the system may have given the descriptor to another file. */
    @Override
    public synchronized void close() {
        if (descriptor >= 0) {
            int _ = call(() -> (int) CLOSE.invokeExact(descriptor));
            descriptor = -1;
        }
    }

    /** A call of the C library. */
    @FunctionalInterface
    interface Call<R> {
        R call() throws Throwable;
    }

    /** A method handle declares Throwable; these calls throw nothing but errors of the JVM. */
    static <R> R call(Call<R> call) {
        try {
            return call.call();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
