package net.beaconcontroller.openflow.codec;

import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.flyweight.Seen;

/** What came of reading bytes that may mean nothing: they were read, or refused as malformed. All else is thrown on. */
sealed interface Outcome {
    /** The value that was read. */
    record Read(Object value) implements Outcome {}

    /** What the refusal says. */
    record Refused(int errorType, int errorCode, String message) implements Outcome {}

    static Outcome ofDecoding(byte[] array, int start, int length) {
        try {
            return new Read(Messages.decode(array, start, length));
        } catch (MalformedMessageException e) {
            return refused(e);
        }
    }

    /** Wraps the bytes into a view of a packet-in, and reads all that it has. */
    static Outcome ofWrapping(byte[] array, int start, int length) {
        try {
            return new Read(Seen.wrapping(array, start, length));
        } catch (MalformedMessageException e) {
            return refused(e);
        }
    }

    private static Outcome refused(MalformedMessageException e) {
        return new Refused(e.errorType(), e.errorCode(), String.valueOf(e.getMessage()));
    }
}
