package net.beaconcontroller.openflow;

import java.nio.charset.StandardCharsets;

/**
 * Reads the fields of a message, or of a part of one, one after the other. Every read names its field and is checked against
 * the end of the part, so that nothing beyond is ever read and a refusal says what was missing.
 */
final class Reader {
    private final byte[] array;
    private final int end;
    private final Version version;
    private int position;

    Reader(byte[] array, int start, int end, Version version) {
        this.array = array;
        this.position = start;
        this.end = end;
        this.version = version;
    }

    Version version() {
        return version;
    }

    boolean isVersion10() {
        return version == Version.OF10;
    }

    /** Another reader of what is left. */
    Reader copy() {
        return new Reader(array, position, end, version);
    }

    int remaining() {
        return end - position;
    }

    int u8(String field) {
        return Byte.toUnsignedInt(array[take(1, field)]);
    }

    int u16(String field) {
        return Short.toUnsignedInt(Wire.getShort(array, take(2, field)));
    }

    long u32(String field) {
        return Integer.toUnsignedLong(Wire.getInt(array, take(4, field)));
    }

    long u64(String field) {
        return Wire.getLong(array, take(8, field));
    }

    long mac(String field) {
        return (long) u16(field) << 32 | u32(field);
    }

    /** A port's number, in the width of the version. */
    long port(String field) {
        return isVersion10() ? PortNumber.widen(u16(field)) : u32(field);
    }

    /** Text of a fixed length, up to its first zero byte. */
    String text(int length, String field) {
        int at = take(length, field);
        int stop = at;
        while (stop < at + length && array[stop] != 0) {
            stop++;
        }
        return new String(array, at, stop - at, StandardCharsets.UTF_8);
    }

    Bytes bytes(int length, String field) {
        return Bytes.of(array, take(length, field), length);
    }

    Bytes rest(String field) {
        return bytes(remaining(), field);
    }

    void skip(int length, String field) {
        take(length, field);
    }

    /** The next {@code length} bytes as a part of their own. */
    Reader part(int length, String field) {
        int start = take(length, field);
        return new Reader(array, start, start + length, version);
    }

    /** What is after an item of this length if items are padded to eight bytes; less where the part ends before. */
    void skipPadding(int itemLength) {
        position = Math.min(end, position + (-itemLength & 7));
    }

    private int take(int length, String field) {
        if (length < 0 || length > end - position) {
            throw MalformedMessageException.badLength(
                    "%s needs %d bytes, %d are left".formatted(field, length, end - position));
        }
        int at = position;
        position += length;
        return at;
    }
}
