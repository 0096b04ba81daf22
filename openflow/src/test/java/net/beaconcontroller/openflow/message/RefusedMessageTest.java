package net.beaconcontroller.openflow.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.structure.Bucket;
import org.junit.jupiter.api.Test;

/** An error shows the type, the transaction id and the ports of the message that the switch has refused. */
class RefusedMessageTest {
    private static final long XID = 0x8765_4321L;
    private static final List<Long> PORTS = List.of(2L, 4L, PortNumber.FLOOD, PortNumber.LOCAL);
    private static final Action[] OUTPUTS =
            PORTS.stream().map(Action.Output::new).toArray(Action.Output[]::new);

    private static Optional<RefusedMessage> refused(byte[] data, Version version) {
        return RefusedMessage.of(new ErrorMessage(2, 4, Bytes.of(data)), version);
    }

    private static RefusedMessage refused(Message message, Version version) {
        return refused(Messages.encode(message, version, XID), version).orElseThrow();
    }

    private static PacketOut packet() {
        return new PacketOut(PacketIn.NO_BUFFER, 3, List.of(OUTPUTS), Samples.FRAME);
    }

    private static FlowMod flow() {
        return FlowMod.add().match(Field.IN_PORT.is(3)).actions(OUTPUTS).build();
    }

    @EachVersion
    void thePortsOfAPacketOutAreVisible(Version version) {
        assertThat(refused(packet(), version))
                .isEqualTo(new RefusedMessage(MessageType.PACKET_OUT, XID, 3, PORTS, true))
                .hasToString("PACKET_OUT in_port=3 output=2,4,FLOOD,LOCAL");
    }

    @EachVersion
    void thePortsOfAFlowAreVisible(Version version) {
        assertThat(refused(flow(), version))
                .isEqualTo(new RefusedMessage(MessageType.FLOW_MOD, XID, PortNumber.ANY, PORTS, true));
    }

    @EachVersion
    void thePortsOfAGroupAreVisible(Version version) {
        if (version.isAtLeast(Version.OF12)) {
            GroupMod group = GroupMod.of(
                    GroupMod.Command.ADD,
                    GroupMod.TYPE_SELECT,
                    1,
                    Bucket.weighted(1, OUTPUTS[0]),
                    Bucket.weighted(1, OUTPUTS[1], OUTPUTS[2], OUTPUTS[3]));
            assertThat(refused(group, version))
                    .isEqualTo(new RefusedMessage(MessageType.GROUP_MOD, XID, PortNumber.ANY, PORTS, true));
        }
    }

    @EachVersion
    void theMessageInABundleIsVisible(Version version) {
        if (version.isAtLeast(Version.OF14)) {
            assertThat(refused(BundleAdd.of(1, 0, flow()), version))
                    .isEqualTo(new RefusedMessage(MessageType.FLOW_MOD, XID, PortNumber.ANY, PORTS, true));
        }
    }

    @EachVersion
    void thePortOfAPortModIsVisible(Version version) {
        var mod = new PortMod(4, 0x02_00_00_00_00_04L, 0, 0, List.of());
        assertThat(refused(mod, version)).hasToString("PORT_MOD port=4");
    }

    /** OpenFlow 1.5.1 section 7.5.4: at least 64 bytes. Of flows, these show no action. */
    @EachVersion
    void portsBeyondTheDataAreNotVisible(Version version) {
        for (Message message : List.of(packet(), flow())) {
            byte[] whole = Messages.encode(message, version, XID);
            for (int length = Header.LENGTH; length < whole.length; length++) {
                RefusedMessage refused =
                        refused(Bytes.of(whole, 0, length).toArray(), version).orElseThrow();
                assertThat(refused.type()).isEqualTo(message.type());
                assertThat(refused.outputs())
                        .isEqualTo(PORTS.subList(0, refused.outputs().size()));
                assertThat(refused.isComplete() && refused.outputs().size() < PORTS.size())
                        .isFalse();
            }
        }
    }

    @EachVersion
    void dataThatIsNoBeginningOfAMessageShowsNothing(Version version) {
        byte[] whole = Messages.encode(packet(), version, XID);
        assertThat(refused(new byte[0], version)).isEmpty();
        assertThat(refused(Bytes.of(whole, 0, Header.LENGTH - 1).toArray(), version))
                .isEmpty();
        Version other = version == Version.OF10 ? Version.OF13 : Version.OF10;
        assertThat(refused(whole, other)).isEmpty();
    }

    @EachVersion
    void randomDataIsNoProblem(Version version) {
        var random = new Random(1);
        List<byte[]> messages = List.of(Messages.encode(packet(), version, XID), Messages.encode(flow(), version, XID));
        for (int i = 0; i < 2_000; i++) {
            byte[] data = messages.get(i % 2).clone();
            for (int changes = random.nextInt(8); changes >= 0; changes--) {
                data[1 + random.nextInt(data.length - 1)] = (byte) random.nextInt();
            }
            refused(data, version);
        }
    }

    /** Open vSwitch sends errors that OpenFlow 1.0 does not have after the numbers of its own. */
    @Test
    void theMessageFollowsTheNumbersOfAVendor() {
        byte[] message = Messages.encode(packet(), Version.OF10, XID);
        byte[] data = new byte[message.length + 8];
        System.arraycopy(message, 0, data, 8, message.length);
        assertThat(RefusedMessage.of(new ErrorMessage(0xb0c2, 0, Bytes.of(data)), Version.OF10))
                .isEqualTo(Optional.of(refused(packet(), Version.OF10)));
    }

    @Test
    void theDescriptionOfAnErrorHasTheMessage() {
        var data = Bytes.of(Messages.encode(PacketOut.of(Samples.FRAME, 4), Version.OF13, 7));
        assertThat(new ErrorMessage(2, 4, data).description(Version.OF13))
                .isEqualTo("BAD_ACTION/BAD_OUT_PORT, PACKET_OUT in_port=CONTROLLER output=4");
        assertThat(new ErrorMessage(2, 4, Bytes.EMPTY).description(Version.OF13))
                .isEqualTo("BAD_ACTION/BAD_OUT_PORT");
    }
}
