package net.beaconcontroller.openflow;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A message with what is around it on the wire: the header, and whatever the bytes had that means nothing. Read and
 * written again it is the same bytes. OpenFlow 1.3.5 section 7.1.1 (ofp_header).
 *
 * @param version the version that the message is, or is to be, written in
 * @param xid the transaction id, 32 bits
 * @param flags of a multipart message OFPMPF_ bits, 16, of which {@link #MORE} says that another part follows;
 *     else 0
 * @param ignored what stood where the specification gives no meaning, if it was not what this library writes there
 */
public record Envelope(Version version, long xid, Message message, int flags, List<Ignored> ignored) {
    /** OFPMPF_REQ_MORE, OFPMPF_REPLY_MORE: another part follows. */
    public static final int MORE = 1;

    public Envelope {
        ignored = List.copyOf(ignored);
    }

    /** A message in one part, and with nothing in it that is ignored. */
    public static Envelope of(Version version, long xid, Message message) {
        return new Envelope(version, xid, message, 0, List.of());
    }

    /**
     * Reads the message that begins at {@code start}, in the version that its header names.
     *
     * @param length the length of the whole message in bytes, as its header says
     * @throws MalformedMessageException if the version's specification does not allow it
     */
    public static Envelope read(byte[] array, int start, int length) {
        return Messages.read(array, start, length);
    }

    /** Whether another part of a multipart message follows. */
    public boolean more() {
        return (flags & MORE) != 0;
    }

    /** The same as a part of a multipart message after which another follows. */
    public Envelope withMore() {
        return new Envelope(version, xid, message, flags | MORE, ignored);
    }

    /**
     * The whole message as bytes.
     *
     * @throws UnsupportedByVersionException if the version cannot say it
     * @throws IllegalArgumentException if a value does not fit its field, or all of it a message
     */
    public byte[] toBytes() {
        var out = new Writer(64);
        write(out);
        return Arrays.copyOf(out.array(), out.length());
    }

    void write(Writer out) {
        int start = out.length();
        Messages.encode(message, version, xid, flags, out);
        for (Ignored bytes : ignored) {
            int at = start + bytes.offset();
            if (bytes.bytes().length() == 0 && at < out.length()) {
                out.truncate(at);
                out.setU16(start + 2, at - start);
            } else if (at + bytes.bytes().length() <= out.length()) {
                bytes.bytes().copyTo(out.array(), at);
            }
        }
    }

    /**
     * What the message says: the fields by the specification's names, as they lie in this version. Values are numbers,
     * strings (addresses and bytes too), lists, and maps again.
     */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        if (message instanceof MultipartRequest<?> || message instanceof MultipartReply) {
            fields.put("multipart", Messages.multipartOf(message).name());
            fields.put("flags", flags);
        }
        FieldPrinter.print(message, Messages.layoutOf(message), version)
                .forEach((name, shown) -> fields.put(name, FieldPrinter.forPrograms(shown)));
        return fields;
    }

    /** What {@code ovs-ofctl} would say of it, in one line. */
    @Override
    public String toString() {
        return MessagePrinter.print(this);
    }
}
