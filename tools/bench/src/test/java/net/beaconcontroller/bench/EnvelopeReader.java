package net.beaconcontroller.bench;

import java.io.DataInputStream;
import java.io.IOException;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.Envelope;

/** Reads OpenFlow messages from a blocking stream. */
public final class EnvelopeReader {
    private EnvelopeReader() {}

    /** Reads and decodes the next message. Throws an EOFException at the end of the stream. */
    public static Envelope read(DataInputStream in) throws IOException {
        byte[] message = new byte[Header.MAX_MESSAGE_LENGTH];
        in.readFully(message, 0, Header.LENGTH);
        int length = Header.length(message, 0);
        in.readFully(message, Header.LENGTH, length - Header.LENGTH);
        return Messages.read(message, 0, length);
    }
}
