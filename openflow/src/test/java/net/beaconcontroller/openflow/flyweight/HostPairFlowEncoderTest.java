package net.beaconcontroller.openflow.flyweight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.Samples;
import org.junit.jupiter.api.Test;

class HostPairFlowEncoderTest {
    private static final long SEED = 20261123;

    @EachVersion
    void writesTheBytesOfTheGeneralEncoder(Version version) {
        var random = new SplittableRandom(SEED);
        for (int i = 0; i < 1000; i++) {
            var flow = new HostPairFlow(
                    random.nextLong(), random.nextInt(1 << 16), random.nextInt(1 << 16), random.nextInt(1 << 16), 1);
            int table = version == Version.OF10 ? 0 : random.nextInt(0xff);
            long inPort = random.nextInt(1, 0xff00);
            long buffer = random.nextBoolean() ? i : PacketIn.NO_BUFFER;
            int vlan = random.nextBoolean() ? VlanId.NONE : random.nextInt(1 << 12);
            long source = random.nextLong(1L << 48);
            long destination = random.nextLong(1L << 48);
            long port = random.nextBoolean() ? PortNumber.IN_PORT : random.nextInt(1, 0xff00);
            long xid = random.nextLong(1L << 32);
            Writer special = Samples.usedWriter();
            new HostPairFlowEncoder(version, special)
                    .send(flow, table, inPort, vlan, source, destination, buffer, port, xid);
            Writer general = Samples.usedWriter();
            new FlowModEncoder(version, general)
                    .begin(FlowMod.Command.ADD, xid)
                    .tableId(table)
                    .cookie(flow.cookie())
                    .priority(flow.priority())
                    .idleTimeoutSeconds(flow.idleTimeoutSeconds())
                    .hardTimeoutSeconds(flow.hardTimeoutSeconds())
                    .flags(flow.flags())
                    .bufferId(buffer)
                    .inPort(inPort)
                    .vlan(vlan)
                    .ethSource(source)
                    .ethDestination(destination)
                    .output(port)
                    .send();
            assertThat(bytes(special)).as("seed %d, case %d", SEED, i).isEqualTo(bytes(general));
        }
    }

    @Test
    void refusesAnOutputPortThatOpenFlow10DoesNotHave() {
        Writer out = Samples.usedWriter();
        var encoder = new HostPairFlowEncoder(Version.OF10, out);
        assertThatThrownBy(() -> encoder.send(HostPairFlow.DEFAULT, 0, 1, VlanId.NONE, 1, 2, 3, 0x1_0000, 4))
                .isInstanceOf(UnsupportedByVersionException.class);
        assertThat(out.length()).isZero();
    }

    @Test
    void refusesAPriorityOfMoreThan16Bits() {
        assertThatThrownBy(() -> HostPairFlow.DEFAULT.withPriority(0x1_0000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("priority=65536: needs 0 to 65535");
    }

    private static Bytes bytes(Writer out) {
        return Bytes.of(out.array(), 0, out.length());
    }
}
