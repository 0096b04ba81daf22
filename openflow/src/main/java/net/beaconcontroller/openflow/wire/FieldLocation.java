package net.beaconcontroller.openflow.wire;

/**
 * The place of a field in an encoded message.
 *
 * @param name the name in the specification, such as {@code total_len}; not unique in a message that has lists
 * @param offset the index of the first byte in the message
 * @param size the number of bytes
 */
public record FieldLocation(String name, Kind kind, int offset, int size) {

    /** The meaning of the bytes of a field. */
    public enum Kind {
        /** An unsigned number without a special meaning. */
        NUMBER,
        /** A number that selects the structure of what follows, such as the type of an action. */
        TYPE,
        /** The length of a structure or of a list in bytes. */
        LENGTH,
        /** A constant of an enumeration. */
        ENUMERATION,
        /** A port number. */
        PORT,
        /** An Ethernet address. */
        ADDRESS,
        /** Text in a field of fixed length. */
        TEXT,
        /** Bytes of any length, such as a frame. */
        DATA,
        /** Bytes without a meaning. */
        PADDING
    }
}
