package net.beaconcontroller.probe;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.wire.FieldLocation;
import org.jspecify.annotations.Nullable;

/**
 * An encoded message whose fields may lie. Immutable: each method returns a changed copy.
 *
 * <p>A field keeps its place when the bytes before it change, so that fields are changed before bytes are added or
 * removed.
 */
public final class CraftedMessage {
    private final byte[] bytes;
    private final List<FieldLocation> fields;
    /** The header fields of the frame of a packet-in. */
    private final List<FieldLocation> frame;

    private final @Nullable Envelope origin;

    private CraftedMessage(
            byte[] bytes, List<FieldLocation> fields, List<FieldLocation> frame, @Nullable Envelope origin) {
        this.bytes = bytes;
        this.fields = fields;
        this.frame = frame;
        this.origin = origin;
    }

    private CraftedMessage with(byte[] changed) {
        return new CraftedMessage(changed, fields, frame, origin);
    }

    /** Returns the correct encoding of a message. */
    public static CraftedMessage of(Message message, Version version, long xid) {
        return of(Envelope.of(version, xid, message));
    }

    /** Returns the correct encoding of a message. */
    public static CraftedMessage of(Envelope message) {
        byte[] bytes = message.toBytes();
        List<FieldLocation> frame = message.message() instanceof PacketIn packet
                ? FrameHeaders.of(bytes, bytes.length - packet.data().length(), bytes.length)
                : List.of();
        return new CraftedMessage(bytes, message.locations(), frame, message);
    }

    /** Returns a message of any bytes, which has no fields. */
    public static CraftedMessage ofBytes(byte... bytes) {
        return new CraftedMessage(bytes.clone(), List.of(), List.of(), null);
    }

    /** Sets the version in the header, 0 to 255. */
    public CraftedMessage version(int number) {
        return at(0, number);
    }

    /** Sets the number of the message type in the header, 0 to 255. */
    public CraftedMessage type(int number) {
        return at(1, number);
    }

    /** Sets the length in the header, 0 to 65535. */
    public CraftedMessage length(int length) {
        return at(2, length >> 8, length);
    }

    /** Sets the transaction id, 32 bits. */
    public CraftedMessage xid(long xid) {
        return at(4, (int) (xid >> 24), (int) (xid >> 16), (int) (xid >> 8), (int) xid);
    }

    /**
     * Sets a field to a number, of which the low bits that the field has room for are taken.
     *
     * @param name the name of the field in the specification, or of a header field of the frame of a packet-in:
     *     Ethernet, VLAN tag, ARP, IPv4, UDP or TCP, such as {@code arp_op}, {@code ip_ttl} or {@code udp_length}; of
     *     several, the first is set
     * @throws IllegalArgumentException if there is no such field; the message names the fields
     */
    public CraftedMessage with(String name, long value) {
        FieldLocation field = Stream.concat(fields.stream(), frame.stream())
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no field %s; needs one of %s"
                        .formatted(
                                name,
                                Stream.concat(fields.stream(), frame.stream())
                                        .map(FieldLocation::name)
                                        .distinct()
                                        .toList())));
        return with(field, value);
    }

    /** Sets a field to a number, of which the low bits that the field has room for are taken. */
    public CraftedMessage with(FieldLocation field, long value) {
        byte[] copy = bytes.clone();
        for (int i = 0; i < field.size(); i++) {
            int shift = 8 * (field.size() - 1 - i);
            copy[field.offset() + i] = (byte) (shift < Long.SIZE ? value >>> shift : 0);
        }
        return with(copy);
    }

    /**
     * Sets a field to these bytes.
     *
     * @throws IllegalArgumentException if the field has another size
     */
    public CraftedMessage with(FieldLocation field, byte[] content) {
        if (content.length != field.size()) {
            throw new IllegalArgumentException(
                    "%d bytes for %s, needs %d".formatted(content.length, field.name(), field.size()));
        }
        byte[] copy = bytes.clone();
        System.arraycopy(content, 0, copy, field.offset(), content.length);
        return with(copy);
    }

    /** Overwrites bytes, each given by its low 8 bits. */
    public CraftedMessage at(int offset, int... values) {
        byte[] copy = bytes.clone();
        for (int i = 0; i < values.length; i++) {
            copy[offset + i] = (byte) values[i];
        }
        return with(copy);
    }

    /** Removes all bytes from this index on. The length in the header is kept. */
    public CraftedMessage cutTo(int length) {
        return with(Arrays.copyOf(bytes, Math.min(length, bytes.length)));
    }

    /** Appends bytes. The length in the header is kept. */
    public CraftedMessage append(byte... more) {
        byte[] copy = Arrays.copyOf(bytes, bytes.length + more.length);
        System.arraycopy(more, 0, copy, bytes.length, more.length);
        return with(copy);
    }

    /** Sets the length in the header to the number of bytes. */
    public CraftedMessage withTrueLength() {
        return length(bytes.length);
    }

    /** Returns the correct message that was changed; empty if the message was made of bytes. */
    public Optional<Envelope> origin() {
        return Optional.ofNullable(origin);
    }

    /** Returns where the fields of the unchanged message are. */
    public List<FieldLocation> fields() {
        return fields;
    }

    /** Returns the transaction id, or 0 if the message is shorter than a header. */
    public long xid() {
        return bytes.length < Header.LENGTH ? 0 : Header.xid(bytes, 0);
    }

    /** Returns the number of bytes, which may differ from the length in the header. */
    public int size() {
        return bytes.length;
    }

    /** Returns the value of a field of at most 8 bytes. */
    public long get(FieldLocation field) {
        long value = 0;
        for (int i = 0; i < field.size(); i++) {
            value = value << 8 | Byte.toUnsignedLong(bytes[field.offset() + i]);
        }
        return value;
    }

    /** Returns a copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Returns whether these are the first bytes of the message, or the message is the first of these bytes. */
    public boolean startsLike(byte[] beginning) {
        int common = Math.min(bytes.length, beginning.length);
        return common >= Header.LENGTH && Arrays.equals(bytes, 0, common, beginning, 0, common);
    }

    @Override
    public String toString() {
        if (bytes.length < Header.LENGTH) {
            return "%d bytes".formatted(bytes.length);
        }
        return "version=%d type=%d length=%d xid=0x%x, %d bytes"
                .formatted(
                        Header.version(bytes, 0),
                        Header.type(bytes, 0),
                        Header.length(bytes, 0),
                        ByteAccess.getUnsignedInt(bytes, 4),
                        bytes.length);
    }
}
