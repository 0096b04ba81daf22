package net.beaconcontroller.openflow.flyweight;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.Samples;
import org.junit.jupiter.api.Tag;

/** The bytes that are allocated while a packet-in is read and a flow-mod and packet-outs are encoded. */
@Tag("measuring")
class AllocationTest {
    private static final int WARM_UP = 100_000;
    private static final int ROUNDS = 1_000_000;

    /** The bytes that the measurement and on-stack replacement may allocate. */
    private static final long TOLERANCE = 64 * 1024;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @EachVersion
    void encodingRepliesToPacketInsAllocatesNothing(Version version) {
        var connection = new Connection(version);
        connection.run(WARM_UP);
        long before = threads.getCurrentThreadAllocatedBytes();
        connection.run(ROUNDS);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated).as("bytes in %d rounds", ROUNDS).isLessThan(TOLERANCE);
    }

    /** The input and output of one connection. */
    private static final class Connection {
        private final byte[] message;
        private final PacketInView view = new PacketInView();
        private final Writer out = new Writer(1_024);
        private final FlowModEncoder flow;
        private final PacketOutEncoder packet;

        Connection(Version version) {
            message = Messages.encode(PacketIn.of(3, PacketIn.NO_BUFFER, Samples.FRAME), version, 1);
            flow = new FlowModEncoder(version, out);
            packet = new PacketOutEncoder(version, out);
        }

        void run(int rounds) {
            for (int i = 0; i < rounds; i++) {
                view.wrap(message, 0, message.length);
                flow.begin(FlowMod.Command.ADD, i)
                        .idleTimeoutSeconds(5)
                        .inPort(view.inPort())
                        .ethDestination(Samples.MAC_1)
                        .ethSource(Samples.MAC_2)
                        .vlan(VlanId.NONE, 0)
                        .ethType(0x0800)
                        .ipDscp(0)
                        .ipProtocol(6)
                        .ipv4(Samples.IP_1, Samples.IP_2)
                        .tcp(1, 2)
                        .output(4)
                        .sendAndForward(view);
                packet.begin(view, i).output(4).send();
                out.discard(out.length());
            }
        }
    }
}
