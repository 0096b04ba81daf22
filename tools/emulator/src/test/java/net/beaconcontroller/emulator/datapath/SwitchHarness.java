package net.beaconcontroller.emulator.datapath;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.multipart.FlowStats;

/**
 * A switch with datapath id 42 and four ports, whose wires keep what goes out, connected to a stub of a controller. It is the
 * emulator's, or Open vSwitch if the property {@code beacon.test.switch} says so: what holds of the one has to hold of the other.
 */
abstract class SwitchHarness implements AutoCloseable {
    static final long DATAPATH_ID = 42;
    static final int PORTS = 4;

    /** Whether these tests run against Open vSwitch. */
    static final boolean IS_OPEN_VSWITCH =
            System.getProperty("beacon.test.switch", "emulated").equals("openvswitch");

    final StubController controller;

    SwitchHarness(StubController controller) {
        this.controller = controller;
    }

    /** The switch is connected. */
    static SwitchHarness connected(Version version) throws IOException, InterruptedException {
        return IS_OPEN_VSWITCH ? OpenVSwitchHarness.connected(version) : EmulatedHarness.connected(version);
    }

    /** A frame comes in, and is dealt with. */
    abstract void receive(int port, Bytes frame) throws IOException;

    /** Adds a port that is up. */
    abstract void addPort(int number) throws IOException;

    abstract void removePort(int number) throws IOException;

    /** What went out of a port since it was forgotten. */
    abstract List<Bytes> sentBy(int port) throws IOException;

    abstract void forgetSent() throws IOException;

    /** The ports that something went out of so far, and forgets what. */
    List<Integer> takePorts() throws IOException {
        var ports = new ArrayList<Integer>();
        for (int port = 1; port <= PORTS; port++) {
            int count = sentBy(port).size();
            for (int i = 0; i < count; i++) {
                ports.add(port);
            }
        }
        forgetSent();
        return ports;
    }

    /** The flows of the switch, of which there are few. */
    List<FlowStats> flows() throws IOException, InterruptedException {
        return controller.ask(new FlowStats.Request()).flows();
    }

    /** Which packets the flows of the switch are for. */
    List<Match> matches() throws IOException, InterruptedException {
        return flows().stream().map(FlowStats::match).toList();
    }

    @Override
    public void close() throws IOException {
        controller.close();
    }
}
