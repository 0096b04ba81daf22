package net.beaconcontroller.openflow.codec;

import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.flyweight.PacketInFields;

/** The outcome of decoding bytes: a value, or a {@link MalformedMessageException}. Other exceptions are rethrown. */
sealed interface Outcome {
    /** The decoded value. */
    record Read(Object value) implements Outcome {}

    /** The contents of the exception. */
    record Refused(int errorType, int errorCode, String message) implements Outcome {}

    static Outcome ofDecoding(byte[] array, int start, int length) {
        try {
            return new Read(Messages.decode(array, start, length));
        } catch (MalformedMessageException e) {
            return refused(e);
        }
    }

    /** Reads all fields of a packet-in through the view. */
    static Outcome ofWrapping(byte[] array, int start, int length) {
        try {
            return new Read(PacketInFields.wrapping(array, start, length));
        } catch (MalformedMessageException e) {
            return refused(e);
        }
    }

    private static Outcome refused(MalformedMessageException e) {
        return new Refused(e.errorType(), e.errorCode(), String.valueOf(e.getMessage()));
    }
}
