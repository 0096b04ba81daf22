package net.beaconcontroller.openflow.message;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import net.beaconcontroller.openflow.IgnoredBytes;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.wire.FieldLocation;
import net.beaconcontroller.openflow.wire.FieldReader;
import net.beaconcontroller.openflow.wire.LocatingWriter;
import net.beaconcontroller.openflow.wire.PrintedValue;
import net.beaconcontroller.openflow.wire.ValueCodec;

/**
 * A message with its header and the bytes that have no meaning. Decoding and encoding it gives the same bytes. OpenFlow
 * 1.3.5 section 7.1.1 (ofp_header).
 *
 * @param version the version of the encoded message
 * @param xid the transaction id, 32 bits
 * @param flags OFPMPF_ bits of a multipart message, 16, such as {@link #MORE}; else 0
 * @param ignored bytes without a meaning in the specification that differ from those that this library writes
 */
public record Envelope(Version version, long xid, Message message, int flags, List<IgnoredBytes> ignored) {
    static final ValueCodec<Envelope> CODEC = new Codec();

    /** OFPMPF_REQ_MORE, OFPMPF_REPLY_MORE: another part follows. */
    public static final int MORE = 1;

    public Envelope {
        ignored = List.copyOf(ignored);
    }

    /** Returns a message of one part without ignored bytes. */
    public static Envelope of(Version version, long xid, Message message) {
        return new Envelope(version, xid, message, 0, List.of());
    }

    /** Returns whether another part of the multipart message follows. */
    public boolean more() {
        return (flags & MORE) != 0;
    }

    /** Returns this part of a multipart message with the flag {@link #MORE}. */
    public Envelope withMore() {
        return new Envelope(version, xid, message, flags | MORE, ignored);
    }

    /**
     * Returns the encoded message with its header.
     *
     * @throws UnsupportedByVersionException if the version cannot express the message
     * @throws IllegalArgumentException if a value does not fit its field, or the message is too long
     */
    public byte[] toBytes() {
        var out = new Writer(64);
        write(out);
        return Arrays.copyOf(out.array(), out.length());
    }

    /**
     * Returns where the fields of the encoded message are, by offset, including those of the header and of nested
     * structures. Each byte belongs to exactly one field. The match of OpenFlow 1.0 is one field.
     *
     * @throws UnsupportedByVersionException if the version cannot express the message
     */
    public List<FieldLocation> locations() {
        var out = new LocatingWriter();
        write(out);
        return out.locations();
    }

    private void write(Writer out) {
        int start = out.length();
        MessageLayout.of(message).write(message, version, xid, flags, out);
        for (IgnoredBytes bytes : ignored) {
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
     * Returns the fields of the message by the names of the specification, in the order of this version. Values are
     * numbers, strings (also for addresses and bytes), lists, and maps for structures.
     *
     * @throws UnsupportedByVersionException if the version cannot express the message
     */
    public Map<String, Object> fields() {
        MessageLayout<Message> layout = MessageLayout.of(message);
        var fields = new LinkedHashMap<String, Object>();
        if (layout.multipart() != null) {
            fields.put("multipart", layout.multipart().name());
            fields.put("flags", flags);
        }
        fields.putAll(layout.fields(message, version));
        return fields;
    }

    /** Returns the header and the message in one line, in the notation of {@code ovs-ofctl} where that has one. */
    @Override
    public String toString() {
        var text = new StringJoiner(" ");
        text.add("OF" + version).add("xid=0x%x".formatted(xid));
        String flagsText = ((flags & MORE) == 0 ? "" : " more")
                + ((flags & ~MORE) == 0 ? "" : " flags=0x%x".formatted(flags & ~MORE));
        text.add(MessageLayout.of(message).print(message, version, flagsText));
        for (IgnoredBytes bytes : ignored) {
            text.add("ignored[%d]=%s".formatted(bytes.offset(), bytes.bytes().abbreviated()));
        }
        return text.toString();
    }

    /** The codec of a message within a message. */
    private static final class Codec implements ValueCodec<Envelope> {
        @Override
        public Envelope read(FieldReader<?> in) {
            return in.message(Envelope.class);
        }

        @Override
        public void write(Envelope envelope, Writer out, Version outerVersion) {
            envelope.write(out);
        }

        @Override
        public PrintedValue print(Envelope envelope) {
            String text = "(" + envelope + ")";
            try {
                return new PrintedValue(envelope.fields(), text);
            } catch (UnsupportedByVersionException e) {
                return new PrintedValue(text, text);
            }
        }
    }
}
