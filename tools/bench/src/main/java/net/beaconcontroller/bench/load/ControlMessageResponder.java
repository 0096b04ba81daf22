package net.beaconcontroller.bench.load;

import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.GetConfigReply;
import net.beaconcontroller.openflow.message.GetConfigRequest;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.RoleReply;
import net.beaconcontroller.openflow.message.RoleRequest;
import net.beaconcontroller.openflow.message.SetConfig;
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

/** Answers the control messages of a controller as a switch with two ports does. Not thread-safe. */
final class ControlMessageResponder {
    private static final byte[] NOTHING = {};

    /** OFPBRC_BAD_MULTIPART (OFPBRC_BAD_STAT in OpenFlow 1.0): unsupported multipart type. */
    private static final int BAD_MULTIPART = 2;

    private static final int BUFFERS = 256;
    private static final int ACTIONS_10 = 0xfff;

    private final Version version;
    private final long datapathId;
    private final List<Port> ports;
    private Role role = Role.EQUAL;
    private SetConfig config = new SetConfig(0, 128);

    ControlMessageResponder(Version version, long datapathId) {
        this.version = version;
        this.datapathId = datapathId;
        long address = 0x020000000000L | datapathId << 8;
        ports = List.of(
                Port.of(PacketInBatch.HOSTS_PORT, address | 1, "eth1"),
                Port.of(PacketInBatch.DESTINATION_PORT, address | 2, "eth2"));
    }

    /** Returns the encoded reply; empty if the message needs none. */
    byte[] replyTo(byte[] message) {
        Message answer;
        try {
            answer = to(Messages.decode(message, 0, message.length));
        } catch (MalformedMessageException e) {
            Bytes begin = Bytes.of(message, 0, Math.min(message.length, ErrorMessage.DATA_LENGTH));
            answer = new ErrorMessage(e.errorType(), e.errorCode(), begin);
        }
        return answer == null ? NOTHING : Messages.encode(answer, version, Header.xid(message, 0));
    }

    private @Nullable Message to(Message message) {
        return switch (message) {
            case EchoRequest(Bytes data) -> new EchoReply(data);
            case FeaturesRequest _ -> features();
            case SetConfig request -> {
                config = request;
                yield null;
            }
            case GetConfigRequest _ -> new GetConfigReply(config.flags(), config.missSendLength());
            case BarrierRequest _ -> new BarrierReply();
            case RoleRequest(Role role, int id, long generation) -> new RoleReply(changeRole(role), id, generation);
            case SwitchDescription.Request _ ->
                new SwitchDescription("Beacon", "none", "load generator", "none", "switch " + datapathId);
            case PortDescription.Request _ -> new PortDescription.Reply(ports);
            case FlowStats.Request _ -> new FlowStats.Reply(List.of());
            case TableStats.Request _ -> new TableStats.Reply(List.of());
            case TableFeatures.Request _ -> new TableFeatures.Reply(List.of());
            case PortStats.Request _ -> new PortStats.Reply(List.of());
            case QueueStats.Request _ -> new QueueStats.Reply(List.of());
            case MultipartRequest<?> _ ->
                throw new MalformedMessageException(
                        MalformedMessageException.BAD_REQUEST, BAD_MULTIPART, "unsupported multipart type");
            default -> null;
        };
    }

    private FeaturesReply features() {
        return new FeaturesReply(
                datapathId,
                BUFFERS,
                1,
                0,
                0,
                version == Version.OF10 ? ACTIONS_10 : 0,
                version.isAtLeast(Version.OF13) ? List.of() : ports);
    }

    private Role changeRole(Role requested) {
        if (requested != Role.NO_CHANGE) {
            role = requested;
        }
        return role;
    }
}
