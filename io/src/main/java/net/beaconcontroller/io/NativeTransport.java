package net.beaconcontroller.io;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.Objects;

/**
 * A transport by the system calls recv(2) and send(2) of Linux on the caller's arrays, whereas a channel of the JDK
 * copies all bytes through a direct buffer.
 *
 * <p>The calls are critical: the thread does not leave the Java code, so that the garbage collector cannot move the
 * array, and all threads wait for the end of the call if the JVM needs a safepoint. That is acceptable because a call
 * never blocks (MSG_DONTWAIT) and copies at most {@link #MAX_LENGTH} bytes, which takes less than 0.1 ms.
 *
 * <p>The selector and the life of the descriptor remain with the channel. The descriptor is used only while the channel
 * is open, on the thread that closes it, because the system reuses the number of a closed descriptor at once.
 */
final class NativeTransport implements ByteTransport {
    /** The maximum number of bytes of one call, which bounds the time that a safepoint has to wait. */
    static final int MAX_LENGTH = 1 << 18;

    private static final int MSG_DONTWAIT = 0x40;
    /** Without this flag, writing to a connection that the peer has closed raises the signal SIGPIPE. */
    private static final int MSG_NOSIGNAL = 0x4000;

    private static final int EINTR = 4;
    private static final int EAGAIN = 11;

    private static final StructLayout CAPTURED = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = CAPTURED.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final MethodHandle RECV = link("recv");
    private static final MethodHandle SEND = link("send");

    /** The rest of an array from an offset on. It is kept for the next call, because creating a segment allocates. */
    private static final class View {
        private static final byte[] NONE = {};

        private byte[] bytes = NONE;
        private int offset;
        private MemorySegment segment = MemorySegment.ofArray(NONE);

        MemorySegment of(byte[] newBytes, int newOffset) {
            if (bytes != newBytes || offset != newOffset) {
                segment = MemorySegment.ofArray(newBytes).asSlice(newOffset);
                bytes = newBytes;
                offset = newOffset;
            }
            return segment;
        }

        void release() {
            of(NONE, 0);
        }
    }

    private final SocketChannel channel;
    private final int descriptor;
    private final View input = new View();
    private final View output = new View();
    /** Receives errno. */
    private final MemorySegment captured = Arena.ofAuto().allocate(CAPTURED);

    NativeTransport(SocketChannel channel, int descriptor) {
        this.channel = channel;
        this.descriptor = descriptor;
    }

    /** Links {@code ssize_t recv(int sockfd, void *buf, size_t len, int flags)}; send has the same parameters. */
    @SuppressWarnings("restricted")
    private static MethodHandle link(String function) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(function),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT),
                Linker.Option.critical(true),
                Linker.Option.captureCallState("errno"));
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length == 0) {
            // recv would return 0, as at the end of the stream.
            return 0;
        }
        int count = receive(bytes, offset, Math.min(length, MAX_LENGTH));
        if (count > 0) {
            return count;
        }
        return count == 0 ? END_OF_STREAM : nothingOrThrow();
    }

    @Override
    public int write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        int written = 0;
        while (written < length) {
            int piece = Math.min(length - written, MAX_LENGTH);
            int count = send(bytes, offset + written, piece);
            written += count >= 0 ? count : nothingOrThrow();
            if (count < piece) {
                break;
            }
        }
        return written;
    }

    /** Returns the result of recv: the number of bytes, 0 at the end of the stream, or -1 for an error. */
    private int receive(byte[] bytes, int offset, int length) throws IOException {
        requireOpen();
        MemorySegment target = input.of(bytes, offset);
        try {
            int count;
            do {
                count = (int) (long) RECV.invokeExact(captured, descriptor, target, (long) length, MSG_DONTWAIT);
            } while (count < 0 && errno() == EINTR);
            return count;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Returns the result of send: the number of bytes, or -1 for an error. */
    private int send(byte[] bytes, int offset, int length) throws IOException {
        requireOpen();
        MemorySegment source = output.of(bytes, offset);
        try {
            int count;
            do {
                count = (int) (long)
                        SEND.invokeExact(captured, descriptor, source, (long) length, MSG_DONTWAIT | MSG_NOSIGNAL);
            } while (count < 0 && errno() == EINTR);
            return count;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private void requireOpen() throws IOException {
        if (!channel.isOpen()) {
            throw new ClosedChannelException();
        }
    }

    /** A method handle declares Throwable; these calls throw nothing but errors of the JVM. */
    private static RuntimeException unexpected(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(e);
    }

    private int errno() {
        return (int) ERRNO.get(captured, 0L);
    }

    /** Returns 0 if the last call failed because the socket was not ready. */
    private int nothingOrThrow() throws IOException {
        int errno = errno();
        if (errno == EAGAIN) {
            return 0;
        }
        throw new IOException(messageOf(errno));
    }

    /** Returns the text of strerror(3) for the errors of a connection. */
    private static String messageOf(int errno) {
        return switch (errno) {
            case 12 -> "Cannot allocate memory";
            case 32 -> "Broken pipe";
            case 100 -> "Network is down";
            case 101 -> "Network is unreachable";
            case 104 -> "Connection reset by peer";
            case 105 -> "No buffer space available";
            case 110 -> "Connection timed out";
            case 111 -> "Connection refused";
            case 113 -> "No route to host";
            default -> "error %d of the operating system".formatted(errno);
        };
    }

    @Override
    public void close() throws IOException {
        // The arrays may be large, and this object may be referred to for long.
        input.release();
        output.release();
        channel.close();
    }
}
