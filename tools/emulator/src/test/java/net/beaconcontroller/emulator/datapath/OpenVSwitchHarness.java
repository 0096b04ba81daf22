package net.beaconcontroller.emulator.datapath;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;

/** A bridge of {@link OpenVSwitch}. Its dummy ports receive frames by command and write sent frames to files. */
final class OpenVSwitchHarness extends SwitchHarness {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** The lengths of the header of a pcap file and of the header of each packet. */
    private static final int FILE_HEADER = 24;

    private static final int PACKET_HEADER = 16;
    private static final int PACKET_LENGTH = 8;

    private final OpenVSwitch ovs;
    private final String bridge;
    /** The number of bytes of each port's file that are skipped. */
    private final int[] forgotten = new int[PORTS + 1];

    private OpenVSwitchHarness(StubController controller, OpenVSwitch ovs, String bridge) {
        super(controller);
        this.ovs = ovs;
        this.bridge = bridge;
    }

    static OpenVSwitchHarness connected(Version version) throws IOException, InterruptedException {
        OpenVSwitch ovs = OpenVSwitch.running();
        String bridge = "b" + NUMBER.incrementAndGet();
        var harness = new OpenVSwitchHarness(StubController.listen(version), ovs, bridge);
        var changes = new ArrayList<String>();
        changes.add("add-br %1$s -- set bridge %1$s datapath_type=dummy fail_mode=secure protocols=OpenFlow%2$s"
                        .formatted(bridge, version.toString().replace(".", ""))
                + " other-config:datapath-id=%016x other-config:disable-in-band=true other-config:dp-desc=s42"
                        .formatted(DATAPATH_ID));
        for (int port = 1; port <= PORTS; port++) {
            changes.add(harness.newPort(port));
        }
        changes.add("set-controller %s tcp:127.0.0.1:%d -- set controller %1$s connection_mode=out-of-band"
                .formatted(bridge, harness.controller.address().getPort()));
        ovs.configure(String.join(" -- ", changes));
        harness.controller.acceptAnswering();
        return harness;
    }

    private String newPort(int number) {
        return "add-port %s %s -- set interface %2$s type=dummy ofport_request=%d options:tx_pcap=%s"
                .formatted(bridge, device(number), number, file(number));
    }

    @Override
    void addPort(int number) throws IOException {
        ovs.configure(newPort(number));
    }

    @Override
    void removePort(int number) throws IOException {
        ovs.configure("del-port %s %s".formatted(bridge, device(number)));
    }

    private String device(int port) {
        return bridge + "-" + port;
    }

    private Path file(int port) {
        return ovs.folder().resolve(device(port) + ".pcap");
    }

    @Override
    void receive(int port, Bytes frame) throws IOException {
        // Is answered in the next iteration of the daemon, when earlier changes are in effect.
        ovs.command("version");
        ovs.command("netdev-dummy/receive", device(port), frame.toString());
        // Is answered another iteration later, when the flows have counted their packets.
        ovs.command("revalidator/purge");
    }

    @Override
    List<Bytes> sentBy(int port) throws IOException {
        byte[] file = Files.readAllBytes(file(port));
        ByteBuffer header = ByteBuffer.wrap(file).order(ByteOrder.nativeOrder());
        var frames = new ArrayList<Bytes>();
        for (int at = Math.max(FILE_HEADER, forgotten[port]); at < file.length; ) {
            int length = header.getInt(at + PACKET_LENGTH);
            frames.add(Bytes.of(file, at + PACKET_HEADER, length));
            at += PACKET_HEADER + length;
        }
        return frames;
    }

    @Override
    void forgetSent() throws IOException {
        for (int port = 1; port <= PORTS; port++) {
            forgotten[port] = (int) Files.size(file(port));
        }
    }

    @Override
    public void close() throws IOException {
        ovs.configure("--no-wait del-br " + bridge);
        super.close();
    }
}
