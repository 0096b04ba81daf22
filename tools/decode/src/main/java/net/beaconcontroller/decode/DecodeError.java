package net.beaconcontroller.decode;

import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import org.jspecify.annotations.Nullable;

/**
 * A decode error.
 *
 * @param field a message field, or hex, tcp or pcap for an error outside messages; empty for the message as a whole
 * @param offset the position in what {@code field} names
 * @param errorType the type of the corresponding OpenFlow ERROR; null if there is none
 * @param errorCode the code of the corresponding OpenFlow ERROR; null if there is none
 */
record DecodeError(
        String error,
        String field,
        long offset,
        @Nullable Integer errorType,
        @Nullable Integer errorCode) {

    static DecodeError of(String field, long offset, String error) {
        return new DecodeError(error, field, offset, null, null);
    }

    static DecodeError of(MalformedMessageException e) {
        return new DecodeError(String.valueOf(e.getMessage()), e.field(), e.offset(), e.errorType(), e.errorCode());
    }

    /** Returns the error of a length below that of the header. */
    static DecodeError tooShort(int length) {
        String error = "length %d, needs at least %d".formatted(length, Header.LENGTH);
        return new DecodeError(
                error, "length", 2, MalformedMessageException.BAD_REQUEST, MalformedMessageException.BAD_LEN);
    }
}
