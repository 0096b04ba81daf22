package net.beaconcontroller.openflow;

import java.util.Arrays;
import net.beaconcontroller.net.ByteAccess;

/** A growing buffer of encoded messages: the output of a connection, or a single message. Not thread-safe. */
public class Writer {
    private byte[] array;
    private int end;
    /**
     * Identifies the message that an encoder has begun. Any other change of the content increments it, which
     * invalidates the message.
     */
    private int ticket;
    /** Number of nested messages that are being written. */
    private int depth;

    /**
     * Creates an empty buffer.
     *
     * @param capacity the initial capacity in bytes
     */
    public Writer(int capacity) {
        array = new byte[capacity];
    }

    /** Returns the array, of which the first {@link #length()} bytes are written. The next write may replace it. */
    public byte[] array() {
        return array;
    }

    /** Returns the number of written bytes. */
    public int length() {
        return end;
    }

    /** Removes the first {@code count} bytes. */
    public void discard(int count) {
        ticket++;
        end -= count;
        System.arraycopy(array, count, array, 0, end);
    }

    /** Shrinks the array to {@code capacity} bytes if it is longer and the content fits. */
    public void trim(int capacity) {
        if (array.length > capacity && end <= capacity) {
            array = Arrays.copyOf(array, capacity);
        }
    }

    /** Appends bytes, such as encoded messages. */
    public void append(byte[] bytes) {
        int at = grow(bytes.length);
        System.arraycopy(bytes, 0, array, at, bytes.length);
    }

    /**
     * Called after a message that is not nested in another has been written, with the number of its type. It may {@link
     * #discard} the message.
     */
    protected void committed(int type) {}

    /** Called after an encoder has dropped a message, see {@link #drop}. */
    protected void dropped() {}

    /** Begins a message that an encoder will commit later, and returns its ticket. */
    public final int begin() {
        return ++ticket;
    }

    /** Returns whether the content is unchanged since the message with this ticket was begun. */
    public final boolean isBegun(int asked) {
        return ticket == asked;
    }

    /** Ensures capacity for {@code length} bytes after the content and returns the length of the content. */
    public final int reserve(int length) {
        if (array.length - end < length) {
            array = Arrays.copyOf(array, Math.max(2 * array.length, end + length));
        }
        return end;
    }

    /** Marks the start of a message, which may be nested in another. */
    public final void enter() {
        depth++;
    }

    /** Marks the end of the message that started last, before it is committed. */
    public final void leave() {
        depth--;
    }

    /** Writes the header of the message from {@code start} to {@code newEnd} and adds the message to the content. */
    public final void commit(int start, int newEnd, int versionAndType, long xid) {
        ticket++;
        int length = newEnd - start;
        if (length > Header.MAX_MESSAGE_LENGTH) {
            end = start;
            throw new IllegalArgumentException(
                    "a message of %d bytes: a header can say at most %d".formatted(length, Header.MAX_MESSAGE_LENGTH));
        }
        ByteAccess.putLong(array, start, (long) (versionAndType << 16 | length) << 32 | (xid & 0xffff_ffffL));
        end = newEnd;
        if (depth == 0) {
            committed(versionAndType & 0xff);
        }
    }

    /** Drops the message that an encoder has begun, because its packet cannot be sent. */
    public final void drop() {
        ticket++;
        dropped();
    }

    /** Truncates the content to this length. */
    public final void truncate(int length) {
        end = length;
    }

    public final void u8(int value) {
        int at = grow(1);
        array[at] = (byte) value;
    }

    public final void u16(int value) {
        int at = grow(2);
        ByteAccess.putShort(array, at, value);
    }

    public final void u32(long value) {
        int at = grow(4);
        ByteAccess.putInt(array, at, (int) value);
    }

    public final void u64(long value) {
        int at = grow(8);
        ByteAccess.putLong(array, at, value);
    }

    public final void mac(long value) {
        int at = grow(6);
        ByteAccess.putMac(array, at, value);
    }

    public final void bytes(Bytes value) {
        int at = grow(value.length());
        value.copyTo(array, at);
    }

    public final void zeros(int count) {
        int at = grow(count);
        Arrays.fill(array, at, at + count, (byte) 0);
    }

    /** Pads with zeros to a multiple of eight bytes since {@code start}. */
    public final void padFrom(int start) {
        zeros(-(end - start) & 7);
    }

    /** Overwrites 16 bits, such as a length that was unknown before. */
    public final void setU16(int at, int value) {
        if (value >>> 16 != 0) {
            throw new IllegalArgumentException("a part of %d bytes: a length can say at most 65535".formatted(value));
        }
        ByteAccess.putShort(array, at, value);
    }

    /** Extends the content by {@code length} bytes and returns their index. May replace {@link #array}. */
    private int grow(int length) {
        ticket++;
        int at = reserve(length);
        end = at + length;
        return at;
    }
}
