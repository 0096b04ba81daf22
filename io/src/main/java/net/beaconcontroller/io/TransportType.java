package net.beaconcontroller.io;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Optional;

/** The implementations of {@link ByteTransport}. */
public enum TransportType {
    /** {@link #NATIVE} where it is available, otherwise {@link #NIO}. */
    AUTO,
    /** The channels of the JDK, which copy the bytes through direct buffers. */
    NIO,
    /** System calls on the caller's arrays, without that copy. On Linux, with the {@link #NATIVE_JVM_OPTIONS}. */
    NATIVE;

    /** The options of the JVM that {@link #NATIVE} needs. */
    public static final List<String> NATIVE_JVM_OPTIONS =
            List.of("--enable-native-access=ALL-UNNAMED", "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED");

    /** Returns the reason why {@link #NATIVE} is not available in this JVM; empty if it is. */
    public static Optional<String> whyNotNative() {
        return NativeAccess.unavailability();
    }

    /** Returns the type that is used: {@link #NATIVE} or {@link #NIO} in place of {@link #AUTO}, else this type. */
    public TransportType resolved() {
        if (this != AUTO) {
            return this;
        }
        return whyNotNative().isEmpty() ? NATIVE : NIO;
    }

    /**
     * Returns the transport of a connected, non-blocking channel. From now on, the channel is read, written and closed
     * only through the transport.
     *
     * @throws UnsupportedOperationException if this is {@link #NATIVE} and not available
     */
    public ByteTransport open(SocketChannel channel) throws IOException {
        return resolved() == NATIVE
                ? new NativeTransport(channel, NativeAccess.descriptorOf(channel))
                : new NioTransport(channel);
    }
}
