package net.beaconcontroller.openflow.multipart;

import java.util.List;
import net.beaconcontroller.openflow.MultipartType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.wire.FieldVisitor;

/** The description of the ports of a switch, OpenFlow 1.5.1 section 7.3.5 (OFPMP_PORT_DESC); OpenFlow 1.3 and later. */
public final class PortDescription {
    private PortDescription() {}

    /**
     * Requests the ports, OpenFlow 1.5.1 section 7.3.5 (OFPMP_PORT_DESC); OpenFlow 1.3 and later. Before, the features
     * reply has them.
     *
     * @param port the requested port in OpenFlow 1.5; {@link PortNumber#ANY} for all
     */
    public record Request(long port) implements MultipartRequest<Reply> {
        public static final MessageLayout<Request> LAYOUT =
                MessageLayout.ofRequest(MultipartType.PORT_DESC, Request.class, Request::visit, Reply.LAYOUT);

        /** Requests all ports. */
        public Request() {
            this(PortNumber.ANY);
        }

        static Request visit(FieldVisitor<Request> f) {
            return new Request(f.padAfter(
                    f.portSince(Version.OF15, "port_no", Request::port, PortNumber.ANY),
                    f.since(Version.OF15) ? 4 : 0));
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }

    /** The ports of a switch, OpenFlow 1.5.1 section 7.3.5 (OFPMP_PORT_DESC); OpenFlow 1.3 and later. */
    public record Reply(List<Port> ports) implements MultipartReply {
        public static final MessageLayout<Reply> LAYOUT = MessageLayout.ofReply(
                MultipartType.PORT_DESC, Reply.class, "ports", Reply::ports, Port::visit, Reply::new);

        public Reply {
            ports = List.copyOf(ports);
        }

        @Override
        public String toString() {
            return MessageLayout.toString(this);
        }
    }
}
