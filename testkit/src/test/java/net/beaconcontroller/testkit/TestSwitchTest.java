package net.beaconcontroller.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PerSwitch;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.packet.FrameBuilder;
import org.junit.jupiter.api.Test;

class TestSwitchTest {
    private static final Bytes FRAME =
            Bytes.of(FrameBuilder.ethernet(0xb, 0xa).ipv4(1, 2).udp(3, 4).build());

    @EachVersion
    void recordsWhatIsSentInOrder(Version version) {
        var sw = new TestSwitch(7, version);
        PacketInContext in = PacketIns.of(3, FRAME);
        sw.addFlow(in).output(4).sendAndForward(in);
        sw.send(FlowMod.delete().build());
        assertThat(sw.sent())
                .extracting(message -> message.getClass().getSimpleName())
                .containsExactly("FlowMod", "PacketOut", "FlowMod");
        assertThat(sw.sent(PacketOut.class)).singleElement().satisfies(out -> assertThat(out.data())
                .isEqualTo(FRAME));
        sw.clear();
        assertThat(sw.sent()).isEmpty();
        assertThat(sw).hasToString("0000000000000007");
    }

    @Test
    void dropsABufferedPacketByAPacketOutWithoutActionsAndAnotherSilently() {
        var sw = new TestSwitch();
        sw.drop(PacketIns.of(1, FRAME));
        assertThat(sw.sent()).isEmpty();
        sw.drop(PacketIns.buffered(1, 5, FRAME));
        assertThat(sw.sent(PacketOut.class)).singleElement().satisfies(out -> {
            assertThat(out.bufferId()).isEqualTo(5);
            assertThat(out.actions()).isEmpty();
        });
    }

    @Test
    void repliesToRequestsByTheirType() {
        var sw = new TestSwitch();
        var reply = sw.request(new BarrierRequest());
        assertThat(reply).isNotDone();
        sw.reply(new BarrierReply());
        assertThat(reply).isCompletedWithValue(new BarrierReply());
        assertThatThrownBy(() -> sw.reply(new BarrierReply())).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void timersRunInVirtualTimeInTheirOrder() {
        var runs = new ArrayList<String>();
        var sw = new TestSwitch();
        sw.after(Duration.ofSeconds(2), () -> runs.add("b"));
        sw.after(Duration.ofSeconds(1), () -> runs.add("a"));
        sw.after(Duration.ofSeconds(1), () -> runs.add("never")).close();
        sw.elapse(Duration.ofSeconds(1));
        assertThat(runs).containsExactly("a");
        sw.elapse(Duration.ofSeconds(1));
        assertThat(runs).containsExactly("a", "b");

        var controller = new TestController(sw);
        Registration timer = controller.every(Duration.ofSeconds(1), () -> runs.add("each"));
        controller.elapse(Duration.ofMillis(2500));
        timer.close();
        controller.elapse(Duration.ofSeconds(5));
        assertThat(runs).containsExactly("a", "b", "each", "each");
    }

    @Test
    void aSnapshotHasTheValuesOfConnectedSwitches() {
        PerSwitch<List<String>> values = PerSwitch.of(ArrayList::new);
        var one = new TestSwitch(1, Version.OF13);
        var two = new TestSwitch(2, Version.OF13);
        values.of(one).add("x");
        values.of(two).add("y");
        two.disconnect("test");
        assertThat(values.snapshot()).isEqualTo(Map.of(one, List.of("x")));
    }

    @Test
    void aFrameWithoutAWholeHeaderIsRefused() {
        assertThatThrownBy(() -> PacketIns.of(1, Bytes.of(new byte[13])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("13 bytes, needs at least 14");
    }
}
