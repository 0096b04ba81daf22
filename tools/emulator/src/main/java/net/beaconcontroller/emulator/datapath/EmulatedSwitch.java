package net.beaconcontroller.emulator.datapath;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.beaconcontroller.emulator.link.FrameSink;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.switchkit.io.SelectLoop;

/**
 * A switch that behaves like Open vSwitch in fail mode secure: it connects to a controller, follows its requests,
 * forwards frames by its flows, and continues to do so without a connection. For the loop's thread.
 *
 * <p>{@link ControllerConnection} has the socket, {@link RequestHandler} handles the controller's messages, and
 * {@link Datapath} processes frames.
 */
public final class EmulatedSwitch {
    /**
     * The counters of a switch.
     *
     * @param packetIns packet-ins sent
     * @param packetInsDropped packet-ins dropped because the controller did not keep up
     * @param flowMods flow-mods received, including refused ones
     * @param packetOuts packet-outs received, including refused ones
     * @param framesForwarded frames sent out of ports, where each copy of a flooded frame counts
     * @param framesDropped received frames that went neither to a port nor to the controller
     */
    public record Counters(
            long packetIns,
            long packetInsDropped,
            long flowMods,
            long packetOuts,
            long framesForwarded,
            long framesDropped) {}

    /** The highest port number that all versions support. */
    static final int MAX_PORT = 0xfeff;

    /** The version that can express all flows. */
    private static final Version LATEST = Version.OF15;

    private static final Logger log = System.getLogger(EmulatedSwitch.class.getName());

    private final SelectLoop loop;
    private final String name;
    private final long datapathId;
    private final Datapath datapath;
    private final ControllerConnection connection;
    private final AuxiliaryConnections auxiliaries;
    private final SwitchCounters counters = new SwitchCounters();
    private final RequestHandler requests;
    private boolean running;
    private long refusedPort = PortNumber.ANY;

    /**
     * Creates a switch that has no ports and is powered off.
     *
     * @param versions the versions to offer: any of OpenFlow 1.0 and 1.2 to 1.5
     * @param auxiliaryConnections the number of auxiliary connections
     */
    public EmulatedSwitch(
            SelectLoop loop,
            String name,
            long datapathId,
            Set<Version> versions,
            ControllerAddress controller,
            int auxiliaryConnections) {
        if (versions.isEmpty() || versions.contains(Version.OF11)) {
            throw new IllegalArgumentException(
                    "OpenFlow versions %s; needs any of 1.0, 1.2, 1.3, 1.4 and 1.5".formatted(versions));
        }
        this.loop = loop;
        this.name = name;
        this.datapathId = datapathId;
        this.datapath = new Datapath(loop, Collections.max(versions), new Messenger(), counters);
        this.requests = new RequestHandler(this, datapath, counters);
        this.connection = new ControllerConnection(loop, name, controller, Set.copyOf(versions), 0, requests);
        this.auxiliaries = new AuxiliaryConnections(loop, name, controller, auxiliaryConnections, requests);
    }

    /** Sends the messages of the datapath if the controller's role and its speed allow it. */
    private final class Messenger implements Datapath.Controller {
        @Override
        public boolean takesPacketIns() {
            boolean takes = !requests.isSlave() && connection.isEstablished();
            boolean isSlow = takes && auxiliaries.forPacketIn(connection).isCongested();
            counters.packetInsDropped += isSlow ? 1 : 0;
            return takes && !isSlow;
        }

        @Override
        public void packetIn(PacketIn message) {
            auxiliaries.forPacketIn(connection).sendPacketIn(message);
            auxiliaries.advance();
        }

        @Override
        public void flowRemoved(Flow flow, int reason) {
            Version version = connection.version().orElse(null);
            if (version == null || requests.isSlave()) {
                return;
            }
            try {
                connection.sendUnsolicited(flow.toRemoved(reason, loop.nowNanos(), version));
                // An earlier connection with a later version added the flow.
            } catch (UnsupportedByVersionException e) {
                log.log(Level.DEBUG, () -> "switch %s: FLOW_REMOVED cannot be encoded".formatted(name), e);
            }
        }
    }

    /**
     * Adds a port, whose Ethernet address is derived from the datapath id and the number, and sends PORT_STATUS.
     *
     * @param number 1 to 65279 or {@link PortNumber#LOCAL}, different from all other ports
     * @param portName at most 16 bytes of UTF-8
     * @param wire receives the frames that the port sends
     */
    public EmulatedPort addPort(long number, String portName, FrameSink wire) {
        if ((number < 1 || number > MAX_PORT) && number != PortNumber.LOCAL) {
            throw new IllegalArgumentException("port %d; needs 1 to %d or LOCAL".formatted(number, MAX_PORT));
        }
        if (datapath.port(number) != null) {
            throw new IllegalArgumentException("duplicate port %d of switch %s".formatted(number, name));
        }
        long mac = 0x02L << 40 | (datapathId & 0xff_ffff) << 16 | (number & 0xffff);
        var port = new EmulatedPort(number, portName, mac, wire, this::portChanged, loop.nowNanos());
        datapath.addPort(port);
        sendUnsolicited(PortStatus.Reason.ADD, port);
        return port;
    }

    /** Removes a port and sends PORT_STATUS. */
    public void removePort(long number) {
        EmulatedPort port = datapath.removePort(number);
        if (port != null) {
            sendUnsolicited(PortStatus.Reason.DELETE, port);
        }
    }

    /** Sends PORT_STATUS for a changed port. */
    void portChanged(EmulatedPort port) {
        sendUnsolicited(PortStatus.Reason.MODIFY, port);
    }

    private void sendUnsolicited(PortStatus.Reason reason, EmulatedPort port) {
        version().ifPresent(version -> connection.sendUnsolicited(new PortStatus(reason, port.toPort(version))));
    }

    /** Powers the switch on. It connects, and reconnects whenever the connection is lost. */
    public void start() {
        if (!running) {
            running = true;
            connection.open();
        }
    }

    /** Powers the switch off. It loses the connection, flows, groups and buffered packets, and drops all frames. */
    public void stop() {
        running = false;
        connection.close();
        datapath.clear();
    }

    public boolean isRunning() {
        return running;
    }

    /** Whether the switch is connected to the controller and has negotiated a version. */
    public boolean isConnected() {
        return version().isPresent();
    }

    public long datapathId() {
        return datapathId;
    }

    public String name() {
        return name;
    }

    /** Returns the negotiated version; empty without a connection. */
    public Optional<Version> version() {
        return connection.version();
    }

    /** Returns the flows of all tables, ordered by table. */
    public List<FlowStats> flows() {
        long now = loop.nowNanos();
        return datapath.allFlows().map(flow -> flow.toStats(now, LATEST)).toList();
    }

    /** Refuses from now on to output packets of the controller to a port, as some switches do. */
    public void refuseOutput(long port) {
        refusedPort = port;
    }

    boolean refusesOutput(long port) {
        return port == refusedPort;
    }

    /** Deletes all flows, as another program may do, and reports those whose removal is to be reported. */
    public void deleteFlows() {
        datapath.allFlows().toList().forEach(flow -> datapath.removeFlow(flow, Flow.REMOVED_BY_DELETE));
    }

    /**
     * Processes a frame received from a link.
     *
     * @param port the number of the port
     * @param frame an array that is not modified afterwards
     */
    public void receive(long port, byte[] frame) {
        if (running) {
            datapath.receive(port, frame);
        }
    }

    public Counters counters() {
        return counters.snapshot();
    }

    long nowNanos() {
        return loop.nowNanos();
    }

    AuxiliaryConnections auxiliaries() {
        return auxiliaries;
    }
}
