package net.beaconcontroller.openflow.codec;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.Opaque;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a message says in one version is refused in another where it would mean something else. */
class OtherVersionTest {
    /** What cannot be said, and the version that cannot. */
    record Unsayable(Message message, Version version) {}

    static Stream<Unsayable> unsayable() {
        return Stream.of(
                new Unsayable(new Opaque(MessageType.FLOW_MOD, Bytes.ofHex("0123456789abcdef")), Version.OF13),
                new Unsayable(FlowMod.add().flags(FlowMod.EMERGENCY).build(), Version.OF13),
                new Unsayable(packetOut(new Action.Unknown(16, Bytes.ofHex("00000000"))), Version.OF13),
                new Unsayable(
                        new PacketOut(PacketIn.NO_BUFFER, Match.of(Field.IN_PORT.is(1, 0xff)), List.of(), Bytes.EMPTY),
                        Version.OF13));
    }

    private static PacketOut packetOut(Action action) {
        return new PacketOut(PacketIn.NO_BUFFER, 1, List.of(action), Bytes.EMPTY);
    }

    @ParameterizedTest
    @MethodSource("unsayable")
    void isRefused(Unsayable unsayable) {
        assertThatExceptionOfType(UnsupportedByVersionException.class)
                .isThrownBy(() -> Messages.encode(unsayable.message, unsayable.version, 1));
    }
}
