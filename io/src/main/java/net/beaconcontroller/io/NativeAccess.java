package net.beaconcontroller.io;

import java.lang.reflect.Method;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The conditions of {@link NativeTransport}, checked without the cost of linking it, and the sockets' descriptors. */
final class NativeAccess {
    /** The interface of the JDK's channels that knows the descriptor. */
    private static final String PACKAGE = "sun.nio.ch";

    private static final @Nullable Method DESCRIPTOR_OF = descriptorMethod();
    private static final Optional<String> UNAVAILABILITY = check();

    private NativeAccess() {}

    /** Returns the reason why the native transport is not available; empty if it is. */
    static Optional<String> unavailability() {
        return UNAVAILABILITY;
    }

    private static Optional<String> check() {
        Module module = NativeAccess.class.getModule();
        String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        // The constants of the system calls are those of these platforms.
        if (!Set.of("Linux amd64", "Linux aarch64").contains(system)) {
            return Optional.of("it is implemented for Linux on amd64 and aarch64, and this is " + system);
        }
        if (!module.isNativeAccessEnabled()) {
            return Optional.of("the JVM was started without " + TransportType.NATIVE_JVM_OPTIONS.getFirst());
        }
        if (!Object.class.getModule().isExported(PACKAGE, module)) {
            return Optional.of("the JVM was started without " + TransportType.NATIVE_JVM_OPTIONS.getLast());
        }
        if (DESCRIPTOR_OF == null) {
            return Optional.of("this JDK has no method %s.SelChImpl.getFDVal".formatted(PACKAGE));
        }
        return Optional.empty();
    }

    private static @Nullable Method descriptorMethod() {
        try {
            return Class.forName(PACKAGE + ".SelChImpl").getMethod("getFDVal");
        } catch (ReflectiveOperationException _) {
            return null;
        }
    }

    /** Returns the file descriptor of a channel, which is valid until the channel is closed. */
    static int descriptorOf(SocketChannel channel) throws ClosedChannelException {
        if (DESCRIPTOR_OF == null || UNAVAILABILITY.isPresent()) {
            throw new UnsupportedOperationException("native transport: " + UNAVAILABILITY.orElse(""));
        }
        if (!channel.isOpen()) {
            throw new ClosedChannelException();
        }
        try {
            return (int) DESCRIPTOR_OF.invoke(channel);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
