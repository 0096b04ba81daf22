package net.beaconcontroller.openflow.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Field;
import org.junit.jupiter.api.Test;

/** Packet-outs that do not fit into one message are split. */
class PacketOutTest {
    private static final Action CHANGE = new Action.SetField(Field.ETH_DST.is(2));

    @EachVersion
    void aPacketOutThatFitsIsNotSplit(Version version) {
        PacketOut packet = PacketOut.of(Samples.FRAME, 1);
        assertThat(packet.fitting(version)).containsExactly(packet);
        PacketOut discard = packet(Samples.FRAME, List.of());
        assertThat(discard.fitting(version)).containsExactly(discard);
    }

    @EachVersion
    void outputsAreSplitOverPacketOutsThatFit(Version version) {
        for (int outputs : new int[] {1, 48}) {
            for (int length = 65_400; length <= Header.MAX_MESSAGE_LENGTH; length++) {
                Bytes frame = Bytes.of(new byte[length]);
                boolean canBeSent = lengthWithOneOutput(version) + length <= Header.MAX_MESSAGE_LENGTH;
                assertThat(sentPorts(packet(frame, outputs(outputs)), version))
                        .as("%d bytes", length)
                        .isEqualTo(canBeSent ? ports(outputs) : List.of());
            }
        }
    }

    @EachVersion
    void aPacketIsSentToFiveThousandPorts(Version version) {
        assertThat(sentPorts(packet(Samples.FRAME, outputs(5_000)), version)).isEqualTo(ports(5_000));
    }

    @EachVersion
    void changesOfThePacketApplyToAllLaterOutputs(Version version) {
        var actions = new ArrayList<>(outputs(10));
        actions.add(CHANGE);
        actions.addAll(outputs(48));
        List<PacketOut> parts = packet(Bytes.of(new byte[65_300]), actions).fitting(version);
        assertThat(outputsOf(parts)).hasSize(58);
        int before = 0;
        for (PacketOut part : parts) {
            Messages.encode(part, version, 0);
            boolean isChanged = false;
            for (Action action : part.actions()) {
                isChanged |= action.equals(CHANGE);
                if (action instanceof Action.Output) {
                    assertThat(isChanged).as("output %d", before).isEqualTo(before >= 10);
                    before++;
                }
            }
        }
    }

    @Test
    void aBufferedPacketIsNotSplit() {
        var packet = new PacketOut(5, 1, outputs(5_000), Bytes.EMPTY);
        assertThat(packet.fitting(Version.OF13)).isEmpty();
        assertThat(packet.fitting(Version.OF10)).containsExactly(packet);
    }

    private static PacketOut packet(Bytes frame, List<Action> actions) {
        return new PacketOut(PacketIn.NO_BUFFER, 3, actions, frame);
    }

    private static List<Action> outputs(int count) {
        return ports(count).stream().<Action>map(Action.Output::new).toList();
    }

    private static List<Long> ports(int count) {
        return LongStream.rangeClosed(1, count).boxed().toList();
    }

    /** Returns the ports of the packet-outs into which one is split, each of which can be encoded. */
    private static List<Long> sentPorts(PacketOut packet, Version version) {
        List<PacketOut> parts = packet.fitting(version);
        parts.forEach(part -> Messages.encode(part, version, 0));
        assertThat(parts).allMatch(part -> part.data().equals(packet.data()));
        return outputsOf(parts);
    }

    private static List<Long> outputsOf(List<PacketOut> parts) {
        return parts.stream()
                .flatMap(part -> part.actions().stream())
                .filter(Action.Output.class::isInstance)
                .map(action -> ((Action.Output) action).port())
                .toList();
    }

    private static int lengthWithOneOutput(Version version) {
        return Messages.encode(packet(Bytes.EMPTY, outputs(1)), version, 0).length;
    }
}
