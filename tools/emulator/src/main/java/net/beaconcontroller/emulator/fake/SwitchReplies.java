package net.beaconcontroller.emulator.fake;

import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.GetConfigReply;
import net.beaconcontroller.openflow.message.GetConfigRequest;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.SetConfig;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.structure.Port;

/**
 * The replies of a switch to the requests of a handshake, to echo requests and to barriers. For use by one thread.
 */
public final class SwitchReplies {
    private static final int BUFFERS = 256;
    private static final int DEFAULT_MISS_SEND_LENGTH = 128;

    private final long datapathId;
    private final int auxiliaryId;
    private final Version version;
    private final List<Port> ports;
    private int missSendLength = DEFAULT_MISS_SEND_LENGTH;

    public SwitchReplies(long datapathId, Version version, List<Port> ports) {
        this(datapathId, 0, version, ports);
    }

    /**
     * Creates the replies on a connection.
     *
     * @param auxiliaryId that of the connection; 0 for the main connection
     */
    public SwitchReplies(long datapathId, int auxiliaryId, Version version, List<Port> ports) {
        this.datapathId = datapathId;
        this.auxiliaryId = auxiliaryId;
        this.version = version;
        this.ports = List.copyOf(ports);
    }

    /**
     * Returns the messages that reply to a message, in order; none for any other message.
     *
     * @param portsInOnePart the number of ports in each part of a multipart reply
     */
    public List<Envelope> to(Message message, long xid, int portsInOnePart) {
        return switch (message) {
            case EchoRequest request -> reply(xid, new EchoReply(request.data()));
            case FeaturesRequest _ -> reply(xid, features());
            case SwitchDescription.Request _ ->
                reply(xid, new SwitchDescription("Beacon", "none", "fake switch", "none", "s" + datapathId));
            case PortDescription.Request _ -> portDescription(xid, portsInOnePart);
            case SetConfig config -> {
                missSendLength = config.missSendLength();
                yield List.of();
            }
            case GetConfigRequest _ -> reply(xid, new GetConfigReply(0, missSendLength));
            case BarrierRequest _ -> reply(xid, new BarrierReply());
            default -> List.of();
        };
    }

    private List<Envelope> reply(long xid, Message message) {
        return List.of(Envelope.of(version, xid, message));
    }

    private FeaturesReply features() {
        List<Port> described = version.isAtLeast(Version.OF13) ? List.of() : ports;
        return new FeaturesReply(datapathId, BUFFERS, 1, auxiliaryId, 0, 0, described);
    }

    private List<Envelope> portDescription(long xid, int portsInOnePart) {
        var parts = new ArrayList<Envelope>();
        int from = 0;
        do {
            int to = Math.min(ports.size(), from + portsInOnePart);
            Envelope part = Envelope.of(version, xid, new PortDescription.Reply(ports.subList(from, to)));
            parts.add(to < ports.size() ? part.withMore() : part);
            from = to;
        } while (from < ports.size());
        return parts;
    }
}
