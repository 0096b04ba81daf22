package net.beaconcontroller.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.switchkit.ScriptedSwitch;

/** Packet-outs that are longer than a message can be. */
class LongPacketOutTest {
    private static final List<Action> OUTPUTS = LongStream.rangeClosed(1, 10_000)
            .<Action>mapToObj(Action.Output::new)
            .toList();

    @EachVersion
    void areSplitIntoSeveral(Version version) throws Exception {
        var packet = new PacketOut(PacketIn.NO_BUFFER, 1, OUTPUTS, Bytes.of(new byte[60]));
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, version);
            Switch sw = fixture.active(1);
            int parts = packet.fitting(version).size();
            assertThat(parts).isGreaterThan(1);
            sw.send(packet);
            sw.execute(() -> sw.send(packet));
            assertThat(sw.sendConfirmed(List.of(packet))).succeedsWithin(Duration.ofSeconds(60));
            await().until(() -> fake.count(MessageType.PACKET_OUT) == 3L * parts);
            assertThat(sw.counters().unsendable()).isZero();
        }
    }

    @EachVersion
    void areCountedIfThePacketIsTooLongForOneOutput(Version version) throws Exception {
        PacketOut packet = PacketOut.of(Bytes.of(new byte[65_512]), 1);
        try (var fixture = new ControllerFixture()) {
            fixture.connect(1, version);
            Switch sw = fixture.active(1);
            sw.send(packet);
            assertThat(sw.counters().unsendable()).isEqualTo(1);
            assertThat(fixture.controller.messageCounters().unsendable()).isEqualTo(1);
            assertThatThrownBy(() -> sw.sendConfirmed(List.of(packet)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("65535");
        }
    }
}
