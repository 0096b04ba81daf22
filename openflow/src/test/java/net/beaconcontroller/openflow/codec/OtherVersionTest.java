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

/** Messages whose numbers would have another meaning in the given version. */
class OtherVersionTest {
    record Unsupported(Message message, Version version) {}

    static Stream<Unsupported> unsupported() {
        return Stream.of(
                new Unsupported(new Opaque(MessageType.FLOW_MOD, Bytes.ofHex("0123456789abcdef")), Version.OF13),
                new Unsupported(FlowMod.add().flags(FlowMod.EMERGENCY).build(), Version.OF13),
                new Unsupported(packetOut(new Action.Unknown(16, Bytes.ofHex("00000000"))), Version.OF13),
                new Unsupported(
                        new PacketOut(PacketIn.NO_BUFFER, Match.of(Field.IN_PORT.is(1, 0xff)), List.of(), Bytes.EMPTY),
                        Version.OF13));
    }

    private static PacketOut packetOut(Action action) {
        return new PacketOut(PacketIn.NO_BUFFER, 1, List.of(action), Bytes.EMPTY);
    }

    @ParameterizedTest
    @MethodSource("unsupported")
    void areRefused(Unsupported unsupported) {
        assertThatExceptionOfType(UnsupportedByVersionException.class)
                .isThrownBy(() -> Messages.encode(unsupported.message, unsupported.version, 1));
    }
}
