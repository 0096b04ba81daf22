package net.beaconcontroller.openflow;

import java.util.List;

/**
 * A switch's ports, OpenFlow 1.3.5 section 7.3.5.7.
 *
 * @param more whether another part follows
 */
public record PortDescReply(List<Port> ports, boolean more) implements Message {

    public PortDescReply {
        ports = List.copyOf(ports);
    }

    /** The parts of an answer as one. */
    public static PortDescReply joined(List<PortDescReply> parts) {
        return new PortDescReply(
                parts.stream().flatMap(part -> part.ports.stream()).toList(), false);
    }

    @Override
    public MessageType type() {
        return MessageType.MULTIPART_REPLY;
    }

    static PortDescReply read(Reader in, boolean more) {
        return new PortDescReply(FeaturesReply.readPorts(in), more);
    }

    void write(Writer out, Version version) {
        if (!version.isAtLeast(Version.OF13)) {
            throw new UnsupportedByVersionException("PORT_DESC", version);
        }
        Multipart.write(out, version, Multipart.PORT_DESC, more);
        for (Port port : ports) {
            port.write(out, version);
        }
    }
}
