package net.beaconcontroller.bench;

import java.io.IOException;
import java.io.InputStream;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.switchkit.io.Framer;

/** Reads OpenFlow messages from a blocking stream. */
public final class EnvelopeReader {
    private EnvelopeReader() {}

    /** Reads and decodes the next message. Throws an EOFException at the end of the stream. */
    public static Envelope read(InputStream in) throws IOException {
        byte[] message = Framer.next(in);
        return Messages.read(message, 0, message.length);
    }
}
