package net.beaconcontroller.probe;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.switchkit.ScriptedSwitch.Behavior;

/** A switch that is to be connected. By default it has four ports with one host each. For use by one thread. */
public final class SwitchBuilder {
    private static final int DEFAULT_PORTS = 4;
    private static final long LOCALLY_ADMINISTERED = 0x0200_0000_0000L;
    private static final long MAC_BITS = 0xff_ffff_ffffL;
    private static final long NETWORK = 0x0a00_0000L;
    private static final int HOST_BITS = 0xff_ffff;

    private final Probe probe;
    private final RandomGenerator random;
    private final long firstNumber;
    private long datapathId;
    private Version version;
    private int portCount = DEFAULT_PORTS;
    private int hostsPerPort = 1;
    private int hostPorts = Integer.MAX_VALUE;
    private Behavior behavior = Behavior.RESPONSIVE;
    private List<Port> ports = List.of();
    private ReplyHook beforeReplies = (_, _) -> {};

    SwitchBuilder(Probe probe, long datapathId) {
        this.probe = probe;
        this.random = probe.random();
        this.version = probe.version();
        this.datapathId = datapathId;
        this.firstNumber = random.nextLong();
    }

    /** Sets the datapath id; by default it is one that no other switch has. */
    public SwitchBuilder datapathId(long id) {
        datapathId = id;
        return this;
    }

    /** Sets the only version that the switch offers; by default it is that of the probe. */
    public SwitchBuilder version(Version only) {
        version = only;
        return this;
    }

    /** Sets the number of ports, which are numbered from 1 on. */
    public SwitchBuilder ports(int count) {
        portCount = count;
        return this;
    }

    /** Sets the number of hosts at each port. */
    public SwitchBuilder hostsPerPort(int count) {
        hostsPerPort = count;
        return this;
    }

    /** Sets the number of ports that have hosts, the first ones; by default all have. */
    public SwitchBuilder hostPorts(int count) {
        hostPorts = count;
        return this;
    }

    /** Sends nothing unless the scenario does, not even HELLO. */
    public SwitchBuilder silent() {
        behavior = Behavior.SILENT;
        return this;
    }

    /** Sets the hook before each default reply of the handshake, which the switch still sends. */
    public SwitchBuilder beforeReplies(ReplyHook hook) {
        beforeReplies = hook;
        return this;
    }

    /**
     * Connects the switch, and sends HELLO unless it is silent. Does not wait for the controller.
     *
     * @throws IOException if the controller does not accept the connection
     */
    public ProbeSwitch connect() throws IOException {
        ports = IntStream.rangeClosed(1, portCount)
                .mapToObj(number -> Port.of(number, mac(), "eth" + number))
                .toList();
        return probe.open(this);
    }

    /**
     * Connects the switch and waits until its packet-ins are answered.
     *
     * @throws IOException if the controller does not accept the connection, or closes it
     * @throws ExpectationFailedException with {@link Verdict#STUCK} if no packet-in is answered in time
     */
    public ProbeSwitch connectAndServe(Duration within) throws IOException, InterruptedException {
        ProbeSwitch connected = connect();
        connected.awaitHandshake(within);
        connected.awaitService(within);
        return connected;
    }

    private long mac() {
        return LOCALLY_ADMINISTERED | (random.nextLong() & MAC_BITS);
    }

    long datapathId() {
        return datapathId;
    }

    Version version() {
        return version;
    }

    Behavior behavior() {
        return behavior;
    }

    ReplyHook beforeReplies() {
        return beforeReplies;
    }

    long firstNumber() {
        return firstNumber;
    }

    List<Port> portList() {
        return ports;
    }

    List<Host> hostList() {
        var hosts = new ArrayList<Host>();
        for (Port port : ports.subList(0, Math.min(hostPorts, ports.size()))) {
            for (int i = 0; i < hostsPerPort; i++) {
                hosts.add(new Host((int) port.number(), mac(), NETWORK | random.nextInt(1, HOST_BITS)));
            }
        }
        return List.copyOf(hosts);
    }
}
