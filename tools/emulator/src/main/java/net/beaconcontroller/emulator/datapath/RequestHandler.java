package net.beaconcontroller.emulator.datapath;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.List;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.BundleAdd;
import net.beaconcontroller.openflow.message.BundleControl;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.Experimenter;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GetConfigReply;
import net.beaconcontroller.openflow.message.GetConfigRequest;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.PortMod;
import net.beaconcontroller.openflow.message.QueueConfigReply;
import net.beaconcontroller.openflow.message.QueueConfigRequest;
import net.beaconcontroller.openflow.message.RoleReply;
import net.beaconcontroller.openflow.message.RoleRequest;
import net.beaconcontroller.openflow.message.SetConfig;
import net.beaconcontroller.openflow.message.TableMod;
import net.beaconcontroller.openflow.multipart.MultipartRequest;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.structure.Role;
import net.beaconcontroller.packet.Ethernet;

/**
 * The handler of the controller's messages. Messages are executed in order, so that a barrier has nothing to wait
 * for. Requests that cannot be executed are refused with the error of Open vSwitch. For the loop's thread.
 */
final class RequestHandler implements ControllerConnection.Handler {
    private static final Logger log = System.getLogger(RequestHandler.class.getName());

    /** OFPC_FLOW_STATS, OFPC_TABLE_STATS, OFPC_PORT_STATS, OFPC_QUEUE_STATS. */
    private static final long CAPABILITIES = 1 | 1 << 1 | 1 << 2 | 1 << 6;

    /** With OFPC_ARP_MATCH_IP of OpenFlow 1.0. */
    private static final long CAPABILITIES_10 = CAPABILITIES | 1 << 7;

    /** With OFPC_GROUP_STATS, from OpenFlow 1.1 on. */
    private static final long CAPABILITIES_11 = CAPABILITIES | 1 << 3;

    /** All actions of OpenFlow 1.0, OFPAT_OUTPUT to OFPAT_ENQUEUE. */
    private static final long ACTIONS_10 = (1 << 12) - 1;

    private static final long NO_GENERATION = -1;

    private static final int MAX_PRIORITY = 0xffff;

    private final EmulatedSwitch sw;
    private final Datapath datapath;
    private final SwitchCounters counters;
    private final FlowModHandler flowMods;
    private final MultipartHandler multiparts;
    private final Bundles bundles = new Bundles();

    private Version version = Version.OF10;
    private Role role = Role.EQUAL;
    private long generation = NO_GENERATION;
    private boolean hasGeneration;

    RequestHandler(EmulatedSwitch sw, Datapath datapath, SwitchCounters counters) {
        this.sw = sw;
        this.datapath = datapath;
        this.counters = counters;
        this.flowMods = new FlowModHandler(sw, datapath);
        this.multiparts = new MultipartHandler(sw, datapath);
    }

    boolean isSlave() {
        return role == Role.SLAVE;
    }

    @Override
    public void connected(ControllerConnection connection, Version agreed) {
        if (connection.isMain()) {
            version = agreed;
            role = Role.EQUAL;
            bundles.clear();
            datapath.setVersion(agreed);
        }
    }

    @Override
    public void disconnected(ControllerConnection connection) {
        if (connection.isMain()) {
            sw.auxiliaries().close();
        }
    }

    @Override
    public void message(ControllerConnection connection, Version headerVersion, byte[] array, int start, int length) {
        if (connection.isMain() && connection.hasSentFeatures()) {
            // Before the controller has handled the features reply, it would refuse them.
            sw.auxiliaries().open(version);
        }
        try {
            Message message = Messages.decode(array, start, length);
            admit(message);
            if (message instanceof FlowMod mod) {
                int priority = isExact(headerVersion, array, start) ? MAX_PRIORITY : mod.priority();
                flowMods.handle(mod, priority, version, length);
            } else if (message instanceof BundleAdd add) {
                bundles.add(add, array, start);
            } else {
                handle(message, Header.xid(array, start), connection);
            }
        } catch (MalformedMessageException e) {
            log.log(Level.DEBUG, () -> "switch %s: malformed message: %s".formatted(sw.name(), e.getMessage()));
            connection.refuse(headerVersion, e.errorType(), e.errorCode(), array, start, length);
        } catch (RequestException e) {
            log.log(Level.DEBUG, () -> "switch %s: request refused: %s".formatted(sw.name(), e.getMessage()));
            connection.refuse(headerVersion, e.errorCode(), array, start, length);
        }
    }

    /** Whether a flow has no wildcards. OpenFlow 1.0 section 3.4 gives it the highest priority. */
    private static boolean isExact(Version headerVersion, byte[] array, int start) {
        return headerVersion == Version.OF10
                && (ByteBuffer.wrap(array).getInt(start + Header.LENGTH) & TableFeaturesBuilder.ALL_WILDCARDS_10) == 0;
    }

    /** Counts a message that changes the switch, and refuses it from a controller with role SLAVE. */
    private void admit(Message message) {
        switch (message) {
            case FlowMod _ -> counters.flowMods++;
            case PacketOut _ -> counters.packetOuts++;
            case GroupMod _, PortMod _, TableMod _, MeterMod _, BundleControl _, BundleAdd _ -> {}
            default -> {
                return;
            }
        }
        if (isSlave()) {
            throw new RequestException(ErrorCode.IS_SLAVE, "change by a controller with role SLAVE");
        }
    }

    private void handle(Message message, long xid, ControllerConnection connection) {
        switch (message) {
            case Hello _, EchoReply _ -> {}
            case ErrorMessage error ->
                log.log(Level.DEBUG, () -> "error message from the controller: " + error.name(version));
            case EchoRequest(var data) -> connection.reply(xid, new EchoReply(data));
            case FeaturesRequest _ -> {
                connection.reply(xid, features(connection));
                connection.setFeaturesSent();
            }
            case GetConfigRequest _ ->
                connection.reply(
                        xid,
                        new GetConfigReply(
                                datapath.config().flags(), datapath.config().missSendLength()));
            case SetConfig config -> datapath.configure(config);
            case BarrierRequest _ -> connection.reply(xid, new BarrierReply());
            case RoleRequest request -> connection.reply(xid, setRole(request));
            case PacketOut packet -> send(packet);
            case GroupMod mod -> changeGroup(mod);
            case PortMod mod -> configure(mod);
            case TableMod mod -> Datapath.requireTable(mod.tableId(), ErrorCode.TABLE_MOD_BAD_TABLE);
            case MeterMod mod ->
                throw new RequestException(
                        mod.command() == MeterMod.Command.ADD ? ErrorCode.OUT_OF_METERS : ErrorCode.UNKNOWN_METER,
                        "meters are not supported");
            case MultipartRequest<?> request -> multiparts.answer(request, xid, version, connection);
            case QueueConfigRequest(long port) -> {
                datapath.requireQueuePort(port);
                connection.reply(xid, new QueueConfigReply(port, List.of()));
            }
            case BundleControl control -> connection.reply(xid, control(control, connection));
            case Experimenter _ -> throw new RequestException(ErrorCode.BAD_EXPERIMENTER, "experimenter message");
            default -> throw new RequestException(ErrorCode.BAD_TYPE, "message of type " + message.type());
        }
    }

    private BundleControl control(BundleControl request, ControllerConnection connection) {
        BundleControl.Type reply =
                switch (request.bundleType()) {
                    case OPEN_REQUEST -> {
                        bundles.open(request);
                        yield BundleControl.Type.OPEN_REPLY;
                    }
                    case CLOSE_REQUEST -> {
                        bundles.close(request);
                        yield BundleControl.Type.CLOSE_REPLY;
                    }
                    case COMMIT_REQUEST -> {
                        commit(bundles.take(request), connection);
                        yield BundleControl.Type.COMMIT_REPLY;
                    }
                    case DISCARD_REQUEST -> {
                        var _ = bundles.take(request);
                        yield BundleControl.Type.DISCARD_REPLY;
                    }
                    case OPEN_REPLY, CLOSE_REPLY, COMMIT_REPLY, DISCARD_REPLY ->
                        throw new RequestException(ErrorCode.BAD_BUNDLE_TYPE, "reply of a controller");
                };
        return BundleControl.of(request.bundleId(), reply, request.flags());
    }

    /** Executes the messages of a bundle, or none of them and refuses the first one that cannot be executed. */
    private void commit(List<Bundles.Entry> entries, ControllerConnection connection) {
        datapath.begin();
        for (Bundles.Entry entry : entries) {
            try {
                switch (entry.message()) {
                    case FlowMod mod -> {
                        counters.flowMods++;
                        flowMods.handle(
                                mod, mod.priority(), version, entry.bytes().length());
                    }
                    case GroupMod mod -> changeGroup(mod);
                    default -> throw new IllegalStateException("in a bundle: " + entry.message());
                }
            } catch (RequestException e) {
                datapath.rollBack();
                byte[] bytes = entry.bytes().toArray();
                connection.refuse(version, e.errorCode(), bytes, 0, bytes.length);
                throw new RequestException(ErrorCode.BUNDLED_MESSAGE_FAILED, String.valueOf(e.getMessage()));
            }
        }
        datapath.commit();
    }

    private FeaturesReply features(ControllerConnection connection) {
        boolean is10 = version == Version.OF10;
        List<Port> ports = version.isAtLeast(Version.OF13)
                ? List.of()
                : datapath.ports().stream().map(port -> port.toPort(version)).toList();
        return new FeaturesReply(
                sw.datapathId(),
                PacketBuffers.CAPACITY,
                is10 ? 1 : Datapath.TABLES,
                connection.auxiliaryId(),
                is10 ? CAPABILITIES_10 : CAPABILITIES_11,
                is10 ? ACTIONS_10 : 0,
                ports);
    }

    /** Sets the role, OpenFlow 1.3.5 section 6.3.4. No other controller competes for it. */
    private RoleReply setRole(RoleRequest request) {
        if (request.role() == Role.MASTER || request.role() == Role.SLAVE) {
            if (hasGeneration && request.generationId() - generation < 0) {
                throw new RequestException(
                        ErrorCode.ROLE_STALE,
                        "stale generation id %d; the latest is %d".formatted(request.generationId(), generation));
            }
            hasGeneration = true;
            generation = request.generationId();
        }
        if (request.role() != Role.NO_CHANGE) {
            role = request.role();
        }
        return new RoleReply(role, request.shortId(), generation);
    }

    private void send(PacketOut packet) {
        ActionValidator.packetOut(packet.actions(), version, datapath.groups()::contains);
        for (Action action : packet.actions()) {
            if (action instanceof Action.Output output && sw.refusesOutput(output.port())) {
                throw new RequestException(
                        ErrorCode.BAD_OUT_PORT, "output to port %s".formatted(PortNumber.toString(output.port())));
            }
        }
        long inPort = packet.inPort();
        boolean known = PortNumber.isStandard(inPort) || inPort == PortNumber.CONTROLLER || inPort == PortNumber.ANY;
        if (!known) {
            throw new RequestException(
                    ErrorCode.BAD_PORT, "packet-out with in_port %s".formatted(PortNumber.toString(inPort)));
        }
        byte[] frame = packet.bufferId() == PacketIn.NO_BUFFER
                ? packet.data().toArray()
                : datapath.takeBuffer(packet.bufferId()).frame;
        // A shorter frame is dropped without an error, as in Open vSwitch.
        if (frame.length >= Ethernet.HEADER_LENGTH) {
            datapath.send(frame, inPort, packet.actions());
        }
    }

    private void changeGroup(GroupMod mod) {
        switch (mod.command()) {
            case ADD, MODIFY -> datapath.groups().put(mod, version, sw.nowNanos());
            case DELETE -> datapath.deleteGroups(mod.groupId());
            case INSERT_BUCKET, REMOVE_BUCKET ->
                throw new RequestException(ErrorCode.BAD_GROUP_COMMAND, "changes of single buckets are not supported");
        }
    }

    private void configure(PortMod mod) {
        EmulatedPort port = datapath.port(mod.port());
        if (port == null) {
            throw new RequestException(ErrorCode.NO_SUCH_PORT, "unknown port %d".formatted(mod.port()));
        }
        if (port.mac() != mod.address()) {
            throw new RequestException(
                    ErrorCode.BAD_HARDWARE_ADDRESS, "port %d: hardware address differs".formatted(mod.port()));
        }
        if (port.configure(mod.config(), mod.mask())) {
            sw.portChanged(port);
        }
    }
}
