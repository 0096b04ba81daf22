package net.beaconcontroller.emulator.datapath;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.beaconcontroller.emulator.link.FrameSink;
import net.beaconcontroller.emulator.loop.EmulatorLoop;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.multipart.FlowStats;

/**
 * A switch that behaves as Open vSwitch does in fail mode secure: it connects to a controller, does what that says, forwards
 * frames by its flows, and goes on doing so while there is no controller. Only for the loop's thread.
 *
 * <p>What it is made of: {@link ControllerConnection} has the socket, {@link RequestHandler} what the controller says, {@link Datapath}
 * the frames.
 */
public final class EmulatedSwitch {
    /** The highest number that a port can have in all versions. */
    static final int MAX_PORT = 0xfeff;

    /** What can say all. */
    private static final Version LATEST = Version.OF15;

    private static final Logger log = System.getLogger(EmulatedSwitch.class.getName());

    private final EmulatorLoop loop;
    private final String name;
    private final long datapathId;
    private final Datapath datapath;
    private final ControllerConnection connection;
    private final RequestHandler requests;
    private boolean running;

    /**
     * A switch without ports, switched off.
     *
     * @param versions what it offers the controller: any of OpenFlow 1.0 and 1.2 to 1.5
     */
    public EmulatedSwitch(
            EmulatorLoop loop, String name, long datapathId, Set<Version> versions, InetSocketAddress controller) {
        if (versions.isEmpty() || versions.contains(Version.OF11)) {
            throw new IllegalArgumentException(
                    "a switch for OpenFlow %s, needs any of 1.0, 1.2, 1.3, 1.4 and 1.5".formatted(versions));
        }
        if (controller.isUnresolved()) {
            throw new IllegalArgumentException("a controller at %s, which has no address".formatted(controller));
        }
        this.loop = loop;
        this.name = name;
        this.datapathId = datapathId;
        this.datapath = new Datapath(loop, Collections.max(versions), new Messenger());
        this.requests = new RequestHandler(this, datapath);
        this.connection = new ControllerConnection(loop, name, controller, Set.copyOf(versions), requests);
    }

    /** What the datapath has to tell, if the controller's role and its speed allow it. */
    private final class Messenger implements Datapath.Controller {
        @Override
        public boolean takesPacketIns() {
            return !requests.isSlave() && connection.takesPacketIns();
        }

        @Override
        public void packetIn(PacketIn message) {
            connection.tell(message);
        }

        @Override
        public void flowRemoved(Flow flow, int reason) {
            Version version = connection.version().orElse(null);
            if (version == null || requests.isSlave()) {
                return;
            }
            try {
                connection.tell(flow.toRemoved(reason, loop.nowNanos(), version));
            } catch (UnsupportedByVersionException e) { // an earlier connection made it, in a later version
                log.log(Level.DEBUG, () -> "switch %s cannot tell of a flow".formatted(name), e);
            }
        }
    }

    /**
     * Adds a port, with an Ethernet address made of the datapath id and its number, and tells the controller.
     *
     * @param number 1 to 65279, and no other port's
     * @param portName at most 16 bytes of UTF-8
     * @param wire where the frames go that it sends
     */
    public EmulatedPort addPort(int number, String portName, FrameSink wire) {
        if (number < 1 || number > MAX_PORT) {
            throw new IllegalArgumentException("port %d, needs 1 to %d".formatted(number, MAX_PORT));
        }
        if (datapath.port(number) != null) {
            throw new IllegalArgumentException("port %d, which switch %s has".formatted(number, name));
        }
        long mac = 0x02L << 40 | (datapathId & 0xff_ffff) << 16 | number;
        var port = new EmulatedPort(number, portName, mac, wire, this::portChanged, loop.nowNanos());
        datapath.addPort(port);
        tell(PortStatus.Reason.ADD, port);
        return port;
    }

    /** Takes a port away, and tells the controller. */
    public void removePort(int number) {
        EmulatedPort port = datapath.removePort(number);
        if (port != null) {
            tell(PortStatus.Reason.DELETE, port);
        }
    }

    /** Tells the controller what became of a port. */
    void portChanged(EmulatedPort port) {
        tell(PortStatus.Reason.MODIFY, port);
    }

    private void tell(PortStatus.Reason reason, EmulatedPort port) {
        version().ifPresent(version -> connection.tell(new PortStatus(reason, port.toPort(version))));
    }

    /** Switches it on. It connects, and connects again whenever the connection is lost. */
    public void start() {
        if (!running) {
            running = true;
            connection.open();
        }
    }

    /** Switches it off. The connection, flows, groups and kept packets are lost, and it forwards nothing. */
    public void stop() {
        running = false;
        connection.close();
        datapath.clear();
    }

    public boolean isRunning() {
        return running;
    }

    /** Whether it is connected to the controller, and the two have agreed on a version. */
    public boolean isConnected() {
        return version().isPresent();
    }

    public long datapathId() {
        return datapathId;
    }

    public String name() {
        return name;
    }

    /** The version that it speaks with the controller; empty while it is not connected. */
    public Optional<Version> version() {
        return connection.version();
    }

    /** The flows of all tables, from the first table on. */
    public List<FlowStats> flows() {
        long now = loop.nowNanos();
        return datapath.flows(FlowMod.ALL_TABLES, MatchKey.ANY, 0, 0, PortNumber.ANY, GroupNumber.ANY).stream()
                .map(flow -> flow.toStats(now, LATEST))
                .toList();
    }

    /**
     * A frame came in from the wire.
     *
     * @param port the number of the port
     * @param frame is not changed by anybody any more
     */
    public void receive(int port, byte[] frame) {
        if (running) {
            datapath.receive(port, frame);
        }
    }

    /** How many packet-ins it has sent. */
    public long packetInsSent() {
        return datapath.packetIns();
    }

    /** How many packet-ins it has not sent, as the controller did not keep up. */
    public long packetInsDropped() {
        return connection.packetInsDropped();
    }

    /** How many flow-mods it has got, those that were refused among them. */
    public long flowModsReceived() {
        return requests.flowMods();
    }

    /** How many packet-outs it has got, those that were refused among them. */
    public long packetOutsReceived() {
        return requests.packetOuts();
    }

    /** How many frames it has sent out of ports, each copy of one that was flooded. */
    public long framesForwarded() {
        return datapath.forwarded();
    }

    /** How many frames came in that went neither out of a port nor to the controller. */
    public long framesDropped() {
        return datapath.dropped();
    }

    long nowNanos() {
        return loop.nowNanos();
    }

    ControllerConnection connection() {
        return connection;
    }
}
