package net.beaconcontroller.cli.decode;

import net.beaconcontroller.openflow.MalformedMessageException;
import org.jspecify.annotations.Nullable;

/**
 * What could not be decoded.
 *
 * @param field a field of the message; or hex, tcp or pcap for what is around messages; empty for the message as a whole
 * @param offset where it is, in what {@code field} names
 * @param errorType what an ERROR message would say, null where it would say nothing; {@code errorCode} alike
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

    /** A length that the header says and that cannot be. */
    static DecodeError ofLength(String error) {
        return new DecodeError(
                error, "length", 2, MalformedMessageException.BAD_REQUEST, MalformedMessageException.BAD_LEN);
    }
}
