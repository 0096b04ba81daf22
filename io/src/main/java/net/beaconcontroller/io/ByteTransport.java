package net.beaconcontroller.io;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SelectionKey;

/**
 * The bytes of a connection, in both directions. No method blocks. Not thread-safe: for the thread that owns the
 * connection, which may change if the change is safely published. Calls with the array and the offset of the previous
 * call in the same direction allocate nothing.
 *
 * <p>All methods but {@link #close} throw {@link java.nio.channels.ClosedChannelException} after the connection was
 * closed on this side.
 */
public interface ByteTransport extends Closeable {
    /** The result of {@link #read} at the end of the stream: the peer sends no more. */
    int END_OF_STREAM = -1;

    /**
     * Reads bytes that have arrived.
     *
     * @return the number of bytes read, at most {@code length} and possibly fewer than have arrived; 0 if none has;
     *     {@link #END_OF_STREAM}
     * @throws IOException if the connection is broken
     */
    int read(byte[] bytes, int offset, int length) throws IOException;

    /**
     * Writes bytes until all are written or the connection accepts no more.
     *
     * @return the number of bytes written; fewer than {@code length} if the connection accepts no more for now
     * @throws IOException if the connection is broken
     */
    int write(byte[] bytes, int offset, int length) throws IOException;

    /**
     * Returns whether {@link #read} has to be called although the socket may have no input: bytes that were received
     * wait in the transport.
     */
    default boolean hasInput() {
        return false;
    }

    /**
     * Returns the operations of a {@link SelectionKey} after which {@link #read} or {@link #write} can continue.
     *
     * @param isReading whether the caller wants to read
     * @param unwritten the number of bytes that wait to be written
     */
    default int interest(boolean isReading, int unwritten) {
        return (isReading ? SelectionKey.OP_READ : 0) | (unwritten > 0 ? SelectionKey.OP_WRITE : 0);
    }

    /** Closes the connection. Bytes that are written are still sent. Has no effect on a closed connection. */
    @Override
    void close() throws IOException;
}
