package net.beaconcontroller.labkit;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Sends and receives whole Ethernet frames at an interface, see packet(7). Linux only, as root. For one thread at a
 * time.
 */
public final class PacketSocket implements AutoCloseable {
    /** The longest frame: the greatest MTU of an interface and an Ethernet header. */
    private static final int MAX_FRAME = 0xffff + 14;

    private static final int AF_PACKET = 17;
    private static final int SOCK_RAW = 3;
    private static final int ETH_P_ALL = 3;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int ADDRESS_LENGTH = 20;

    private static final MethodHandle IF_NAMETOINDEX = function("if_nametoindex", JAVA_INT, ADDRESS);
    private static final MethodHandle SOCKET = function("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle BIND = function("bind", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle SEND = function("send", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle RECV = function("recv", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle CLOSE = function("close", JAVA_INT, JAVA_INT);

    private final Arena arena = Arena.ofShared();
    private final MemorySegment buffer = arena.allocate(MAX_FRAME);
    private final int socket;

    @SuppressWarnings("restricted")
    private static MethodHandle function(String name, MemoryLayout result, MemoryLayout... parameters) {
        var linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, parameters));
    }

    /** Opens a socket at an interface in the network namespace of the current thread. */
    PacketSocket(String device) throws IOException {
        try {
            int index = (int) IF_NAMETOINDEX.invokeExact(arena.allocateFrom(device));
            // struct sockaddr_ll: the family, the protocol in network byte order, and the interface.
            byte[] address = ByteBuffer.allocate(ADDRESS_LENGTH)
                    .order(ByteOrder.nativeOrder())
                    .putShort((short) AF_PACKET)
                    .putShort(Short.reverseBytes((short) ETH_P_ALL))
                    .putInt(index)
                    .array();
            socket = (int) SOCKET.invokeExact(AF_PACKET, SOCK_RAW, 0);
            int bound = (int) BIND.invokeExact(socket, arena.allocateFrom(JAVA_BYTE, address), ADDRESS_LENGTH);
            if (index == 0 || bound != 0) {
                throw new IOException("no packet socket can be opened at interface '%s'".formatted(device));
            }
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a frame of at most the MTU and an Ethernet header. Returns false if the system refuses it. */
    public boolean send(byte... frame) {
        buffer.asByteBuffer().put(frame);
        try {
            return (long) SEND.invokeExact(socket, buffer, (long) frame.length, 0) == frame.length;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the next frame that the interface has received or another socket has sent; empty if there is none. */
    public Optional<byte[]> poll() {
        try {
            long length = (long) RECV.invokeExact(socket, buffer, (long) MAX_FRAME, MSG_DONTWAIT);
            return length < 0
                    ? Optional.empty()
                    : Optional.of(buffer.asSlice(0, length).toArray(JAVA_BYTE));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            int _ = (int) CLOSE.invokeExact(socket);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        arena.close();
    }
}
