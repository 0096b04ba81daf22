package net.beaconcontroller.emulator.datapath;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.multipart.FlowStats;

/**
 * A switch with datapath id 42 and four ports that record sent frames, connected to a stub controller. The property
 * {@code beacon.test.switch} selects the emulated switch or Open vSwitch; the tests hold for both.
 */
abstract class SwitchHarness implements AutoCloseable {
    static final long DATAPATH_ID = 42;
    static final int PORTS = 4;

    /** Whether the tests run against Open vSwitch. */
    static final boolean IS_OPEN_VSWITCH =
            System.getProperty("beacon.test.switch", "emulated").equals("openvswitch");

    final StubController controller;

    SwitchHarness(StubController controller) {
        this.controller = controller;
    }

    /** Returns a switch that is connected. */
    static SwitchHarness connected(Version version) throws IOException, InterruptedException {
        return IS_OPEN_VSWITCH ? OpenVSwitchHarness.connected(version) : EmulatedHarness.connected(version);
    }

    /** Passes a frame to a port and waits until the switch has processed it. */
    abstract void receive(int port, Bytes frame) throws IOException;

    /** Adds a port that is up. */
    abstract void addPort(int number) throws IOException;

    abstract void removePort(int number) throws IOException;

    /** Returns the frames sent by a port since the last reset. */
    abstract List<Bytes> sentBy(int port) throws IOException;

    abstract void forgetSent() throws IOException;

    /** Returns the ports that have sent frames, and resets the recording. */
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

    /** Returns the flows of the switch, which must fit into one message. */
    List<FlowStats> flows() throws IOException, InterruptedException {
        return controller.request(new FlowStats.Request()).flows();
    }

    /** Returns the matches of the flows. */
    List<Match> matches() throws IOException, InterruptedException {
        return flows().stream().map(FlowStats::match).toList();
    }

    @Override
    public void close() throws IOException {
        controller.close();
    }
}
