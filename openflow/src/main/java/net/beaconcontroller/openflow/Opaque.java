package net.beaconcontroller.openflow;

/**
 * A message that this library does not read: most of OpenFlow 1.1, which no switch speaks alone; in OpenFlow 1.1 only.
 *
 * @param type what kind of message it is
 * @param body its bytes behind the header, as they came
 */
public record Opaque(MessageType type, Bytes body) implements Message {
    static StructLayout<Opaque> layout(MessageType type) {
        return f -> new Opaque(type, f.rest("body", Opaque::body));
    }

    @Override
    public String toString() {
        return MessagePrinter.print(this);
    }
}
