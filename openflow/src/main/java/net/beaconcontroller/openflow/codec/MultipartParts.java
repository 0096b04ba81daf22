package net.beaconcontroller.openflow.codec;

import java.util.Arrays;
import java.util.Optional;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.Message;

/**
 * Joins the parts of a multipart reply, OpenFlow 1.5.1 section 7.3.5. All parts but the last have the flag
 * OFPMPF_REPLY_MORE. Takes time and memory in proportion to the number of bytes. Not thread-safe.
 */
public final class MultipartParts {
    private static final int TYPE = Header.LENGTH;
    private static final int FLAGS = TYPE + 2;

    private final int limit;
    private byte[] whole = {};
    private int length;

    /**
     * Creates an empty reply.
     *
     * @param limit maximum length of all parts in bytes
     */
    public MultipartParts(int limit) {
        this.limit = limit;
    }

    /**
     * Adds the next part, a multipart reply with its header.
     *
     * @return the whole reply if this was the last part
     * @throws MalformedMessageException if the parts have different types, exceed the limit, or form no valid reply; no
     *     more parts can be added afterwards
     */
    public Optional<Message> add(byte[] array, int start, int partLength) {
        Version version = Messages.versionOf(array, start);
        int body = version == Version.OF10 ? FLAGS + 2 : FLAGS + 6;
        if (partLength < body) {
            throw refusal(version, "length", 2, "%d, needs at least %d".formatted(partLength, body));
        }
        boolean more = (ByteAccess.getShort(array, start + FLAGS) & Envelope.MORE) != 0;
        if (length == 0 && !more) {
            return Optional.of(Messages.decode(array, start, partLength));
        }
        requireSameAnswer(version, array, start);
        append(array, start + (length == 0 ? 0 : body), partLength - (length == 0 ? 0 : body), version);
        return more ? Optional.empty() : Optional.of(Messages.readJoined(whole, length));
    }

    private void requireSameAnswer(Version version, byte[] array, int start) {
        if (length > 0 && ByteAccess.getShort(array, start + TYPE) != ByteAccess.getShort(whole, TYPE)) {
            throw refusal(
                    version,
                    "type",
                    TYPE,
                    "%d in a part, the parts before had %d"
                            .formatted(ByteAccess.getShort(array, start + TYPE), ByteAccess.getShort(whole, TYPE)));
        }
    }

    private void append(byte[] array, int from, int count, Version version) {
        if (count > limit - length) {
            throw refusal(version, "length", 2, "more than %d bytes in all parts".formatted(limit));
        }
        if (count > whole.length - length) {
            whole = Arrays.copyOf(whole, Math.min(limit, Math.max(2 * whole.length, length + count)));
        }
        System.arraycopy(array, from, whole, length, count);
        length += count;
    }

    private static MalformedMessageException refusal(Version version, String field, int offset, String reason) {
        return new MalformedMessageException(ErrorCode.BAD_LEN, version, field, offset, reason)
                .of("MULTIPART_REPLY of OpenFlow " + version);
    }
}
