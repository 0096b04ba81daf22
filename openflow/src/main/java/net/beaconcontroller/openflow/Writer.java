package net.beaconcontroller.openflow;

import java.util.Arrays;
import net.beaconcontroller.common.ByteAccess;

/**
 * A growing run of bytes that messages are written to, one behind the other. It is a connection's output, or holds a single
 * message. Not safe for use by several threads.
 */
public class Writer {
    private byte[] array;
    private int end;
    /** Of the message that is being written behind the content. Whatever else is written, or moved, drops it. */
    private int ticket;
    /** How many messages are being written, one inside the other. */
    private int depth;

    /**
     * Begins with nothing written.
     *
     * @param capacity how many bytes there is memory for at first; it grows as needed
     */
    public Writer(int capacity) {
        array = new byte[capacity];
    }

    /** The bytes, of which the first {@link #length()} are written; another array after the next write. */
    public byte[] array() {
        return array;
    }

    /** How many bytes are written. */
    public int length() {
        return end;
    }

    /** Drops the first {@code count} bytes. */
    public void discard(int count) {
        ticket++;
        end -= count;
        System.arraycopy(array, count, array, 0, end);
    }

    /** Gives memory back that the present content does not need; keeps at least {@code capacity}. */
    public void trim(int capacity) {
        if (array.length > capacity && end <= capacity) {
            array = Arrays.copyOf(array, capacity);
        }
    }

    /** Appends whole messages that were encoded elsewhere. */
    public void append(byte[] messages) {
        int at = grow(messages.length);
        System.arraycopy(messages, 0, array, at, messages.length);
    }

    /** Called when a message is complete that is in no other, with its type's number; it may {@link #discard} it. */
    protected void committed(int type) {}

    /** Begins a message that counts only when it is committed, and returns what to ask for it by. */
    public final int begin() {
        return ++ticket;
    }

    /** Whether nothing happened to the content since the message of this ticket began. */
    public final boolean isBegun(int asked) {
        return ticket == asked;
    }

    /** Makes room behind the content, and returns where it begins. */
    public final int reserve(int length) {
        if (array.length - end < length) {
            array = Arrays.copyOf(array, Math.max(2 * array.length, end + length));
        }
        return end;
    }

    /** A message begins to be written behind the content, or as a part of another. */
    public final void enter() {
        depth++;
    }

    /** The message that began last is written; it is to be committed. */
    public final void leave() {
        depth--;
    }

    /** Fills in the header of the message that begins at {@code start} and ends at {@code newEnd}, and takes it in. */
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

    /** Takes back what was written since the content was this long. */
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

    public final void bytes(byte[] value) {
        int at = grow(value.length);
        System.arraycopy(value, 0, array, at, value.length);
    }

    public final void bytes(Bytes value) {
        int at = grow(value.length());
        value.copyTo(array, at);
    }

    public final void zeros(int count) {
        int at = grow(count);
        Arrays.fill(array, at, at + count, (byte) 0);
    }

    /** Pads with zeros until what was written since {@code start} is a multiple of eight bytes long. */
    public final void padFrom(int start) {
        zeros(-(end - start) & 7);
    }

    /** Overwrites 16 bits, as a rule a length that is known only now. */
    public final void setU16(int at, int value) {
        if (value >>> 16 != 0) {
            throw new IllegalArgumentException("a part of %d bytes: a length can say at most 65535".formatted(value));
        }
        ByteAccess.putShort(array, at, value);
    }

    /** Takes in so many bytes, and returns where they begin. {@link #array} may be another one after it. */
    private int grow(int length) {
        ticket++;
        int at = reserve(length);
        end = at + length;
        return at;
    }
}
