package net.beaconcontroller.switchkit;

import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.GetConfigReply;
import net.beaconcontroller.openflow.message.GetConfigRequest;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.RoleReply;
import net.beaconcontroller.openflow.message.RoleRequest;
import net.beaconcontroller.openflow.message.SetConfig;
import net.beaconcontroller.openflow.multipart.AggregateStats;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.MultipartRequest;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.multipart.QueueStats;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.openflow.multipart.TableStats;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.structure.Role;
import org.jspecify.annotations.Nullable;

/**
 * The replies of a switch without flows to the requests of one controller: those of the handshake, echo requests,
 * barriers, the role and, optionally, statistics. For use by one thread.
 */
public final class SwitchReplies {
    /** The requests that are answered. */
    public enum Scope {
        /** All but multipart requests for anything other than the switch and its ports. */
        HANDSHAKE,
        /** All; statistics are empty, and other multipart requests are refused. */
        STATISTICS
    }

    private static final int BUFFERS = 256;
    private static final int ACTIONS_10 = 0xfff;
    private static final int DEFAULT_MISS_SEND_LENGTH = 128;
    private static final int PORTS_IN_ONE_PART = 500;

    private final long datapathId;
    private final int auxiliaryId;
    private final Version version;
    private final List<Port> ports;
    private final Scope scope;
    private SetConfig config = new SetConfig(0, DEFAULT_MISS_SEND_LENGTH);
    private Role role = Role.EQUAL;
    private volatile int portsInOnePart = PORTS_IN_ONE_PART;

    /** Creates the replies on a main connection. */
    public SwitchReplies(long datapathId, Version version, List<Port> ports, Scope scope) {
        this(datapathId, 0, version, ports, scope);
    }

    /**
     * Creates the replies on a connection.
     *
     * @param auxiliaryId that of the connection; 0 for the main connection
     */
    public SwitchReplies(long datapathId, int auxiliaryId, Version version, List<Port> ports, Scope scope) {
        this.datapathId = datapathId;
        this.auxiliaryId = auxiliaryId;
        this.version = version;
        this.ports = List.copyOf(ports);
        this.scope = scope;
    }

    long datapathId() {
        return datapathId;
    }

    Version version() {
        return version;
    }

    List<Port> ports() {
        return ports;
    }

    /** Returns the replies to the same switch's requests on a connection to another controller. */
    SwitchReplies onOtherConnection() {
        return new SwitchReplies(datapathId, auxiliaryId, version, ports, scope);
    }

    /** Sets the number of ports in each part of a multipart reply. May be called by any thread. */
    void setPortsInOnePart(int count) {
        portsInOnePart = count;
    }

    /** Returns the messages that reply to an encoded message, in order; an error if it is malformed. */
    public List<Envelope> to(byte[] message) {
        try {
            return to(Messages.read(message, 0, message.length));
        } catch (MalformedMessageException e) {
            Bytes data = Bytes.of(message, 0, Math.min(message.length, ErrorMessage.DATA_LENGTH));
            var error = new ErrorMessage(e.errorType(), e.errorCode(), data);
            return List.of(Envelope.of(version, Header.xid(message, 0), error));
        }
    }

    /** Returns the messages that reply to a message, in order; none if it needs no reply. */
    public List<Envelope> to(Envelope request) {
        if (request.message() instanceof PortDescription.Request) {
            return portDescription(request.xid());
        }
        Message reply = reply(request);
        return reply == null ? List.of() : List.of(Envelope.of(version, request.xid(), reply));
    }

    private @Nullable Message reply(Envelope request) {
        return switch (request.message()) {
            case EchoRequest(Bytes data) -> new EchoReply(data);
            case FeaturesRequest _ -> features();
            case SetConfig set -> {
                config = set;
                yield null;
            }
            case GetConfigRequest _ -> new GetConfigReply(config.flags(), config.missSendLength());
            case BarrierRequest _ -> new BarrierReply();
            case RoleRequest(Role requested, int id, long generation) -> {
                role = requested == Role.NO_CHANGE ? role : requested;
                yield new RoleReply(role, id, generation);
            }
            case SwitchDescription.Request _ ->
                new SwitchDescription("Beacon", "none", "scripted switch", "none", "s" + datapathId);
            case MultipartRequest<?> _ when scope == Scope.HANDSHAKE -> null;
            case FlowStats.Request _ -> new FlowStats.Reply(List.of());
            case AggregateStats.Request _ -> new AggregateStats(Stats.ofFlows(0, 0, 0));
            case TableStats.Request _ -> new TableStats.Reply(List.of());
            case TableFeatures.Request _ -> new TableFeatures.Reply(List.of());
            case PortStats.Request _ -> new PortStats.Reply(List.of());
            case QueueStats.Request _ -> new QueueStats.Reply(List.of());
            case MultipartRequest<?> _ -> error(ErrorCode.BAD_MULTIPART, request, ErrorMessage.DATA_LENGTH);
            default -> null;
        };
    }

    private FeaturesReply features() {
        int actions = version == Version.OF10 ? ACTIONS_10 : 0;
        List<Port> described = version.isAtLeast(Version.OF13) ? List.of() : ports;
        return new FeaturesReply(datapathId, BUFFERS, 1, auxiliaryId, 0, actions, described);
    }

    /** Returns an error about a message, with at most {@code dataLength} of its bytes. */
    ErrorMessage error(ErrorCode code, Envelope message, int dataLength) {
        byte[] bytes = message.toBytes();
        return new ErrorMessage(
                code.type(version), code.code(version), Bytes.of(bytes, 0, Math.min(dataLength, bytes.length)));
    }

    private List<Envelope> portDescription(long xid) {
        int inOnePart = portsInOnePart;
        var parts = new ArrayList<Envelope>();
        int from = 0;
        do {
            int to = Math.min(ports.size(), from + inOnePart);
            Envelope part = Envelope.of(version, xid, new PortDescription.Reply(ports.subList(from, to)));
            parts.add(to < ports.size() ? part.withMore() : part);
            from = to;
        } while (from < ports.size());
        return parts;
    }
}
