package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Packets with so many outputs, or so long, that they do not fit into one packet-out. */
class LongPacketsTest {
    private static final int TYPE = 0x88b6;
    private static final int MANY_PORTS = 5_000;
    private static final long A = 0x02000000000aL;
    private static final long B = 0x02000000000bL;
    /** The longest frame of a packet-in of OpenFlow 1.3, in which the fixture encodes them. */
    private static final int LONGEST = 65_493;

    private static PacketIn packetIn(long port, long destination, int length) {
        Bytes frame = Bytes.of(FrameBuilder.ethernet(destination, A)
                .type(TYPE)
                .zeros(length - Ethernet.HEADER_LENGTH)
                .build());
        return PacketIn.of(port, PacketIn.NO_BUFFER, frame);
    }

    @ParameterizedTest
    @EnumSource(value = Version.class, names = "OF11", mode = EnumSource.Mode.EXCLUDE)
    void broadcastsAreFloodedToFiveThousandPorts(Version version) {
        try (var fixture =
                new ForwarderFixture(version).withSwitch(1, MANY_PORTS).withSwitch(2, 48)) {
            fixture.withLink(new SwitchPort(1, MANY_PORTS + 1), new SwitchPort(2, 49));
            fixture.receive(1, packetIn(1, MacAddress.BROADCAST, 60));
            assertThat(fixture.outputs(1))
                    .containsExactlyInAnyOrderElementsOf(
                            LongStream.rangeClosed(2, MANY_PORTS).boxed().toList());
            assertThat(fixture.outputs(2)).hasSize(48);
        }
    }

    @ParameterizedTest
    @EnumSource(value = Version.class, names = "OF11", mode = EnumSource.Mode.EXCLUDE)
    void packetsAreSentToEachPortOrDroppedAndCounted(Version version) {
        int most = Header.MAX_MESSAGE_LENGTH - Messages.encode(PacketOut.of(Bytes.EMPTY, 1), version, 0).length;
        for (int length = LONGEST - 60; length <= LONGEST; length++) {
            try (var fixture = new ForwarderFixture(version).withSwitch(1, 49).withHost(B, 0, new SwitchPort(1, 2))) {
                fixture.receive(1, packetIn(1, MacAddress.BROADCAST, length));
                assertThat(fixture.outputs(1)).hasSize(length <= most ? 48 : 0);
                fixture.sw(1).clear();
                fixture.receive(1, packetIn(1, B, length));
                assertThat(fixture.outputs(1)).hasSize(length <= most ? 1 : 0);
                assertThat(fixture.sw(1).counters().unsendable()).isEqualTo(length <= most ? 0 : 2);
            }
        }
    }
}
