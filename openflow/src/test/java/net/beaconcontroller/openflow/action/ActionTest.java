package net.beaconcontroller.openflow.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Hex;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.Samples;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The encodings of actions and instructions, OpenFlow 1.0 section 5.2.4 and 1.3.5 sections 7.2.4 and 7.2.5. */
class ActionTest {

    @ParameterizedTest
    @MethodSource("actions")
    void encodesToTheBytesOfTheSpecification(Version version, Action action, String hex) {
        var message = new PacketOut(0, 0, List.of(action), Bytes.EMPTY);
        byte[] bytes = Messages.encode(message, version, 0);
        int actionsAt = version == Version.OF10 ? 16 : 24;
        assertThat(Bytes.of(bytes, actionsAt, bytes.length - actionsAt)).isEqualTo(Hex.bytes(hex));
        assertThat(Messages.decode(bytes, 0, bytes.length)).isEqualTo(message);
    }

    static Stream<Arguments> actions() {
        return Stream.of(
                in10(new Action.Output(PortNumber.CONTROLLER, 128), "0000 0008 fffd 0080"),
                in10(set(Field.VLAN_VID, 0x1064), "0001 0008 0064 0000"),
                in10(set(Field.VLAN_PCP, 5), "0002 0008 05 000000"),
                in10(new Action.PopVlan(), "0003 0008 00000000"),
                in10(set(Field.ETH_SRC, 0x0a0b0c0d0e01L), "0004 0010 0a0b0c0d0e01 000000000000"),
                in10(set(Field.ETH_DST, 0x0a0b0c0d0e02L), "0005 0010 0a0b0c0d0e02 000000000000"),
                in10(set(Field.IPV4_SRC, 0x0a000001), "0006 0008 0a000001"),
                in10(set(Field.IPV4_DST, 0x0a000002), "0007 0008 0a000002"),
                in10(set(Field.IP_DSCP, 46), "0008 0008 b8 000000"),
                in10(set(Field.TCP_SRC, 80), "0009 0008 0050 0000"),
                in13(new Action.Output(PortNumber.CONTROLLER, 128), "0000 0010 fffffffd 0080 000000000000"),
                in13(new Action.PushVlan(0x8100), "0011 0008 8100 0000"),
                in13(new Action.PopVlan(), "0012 0008 00000000"),
                in13(new Action.ToGroup(1), "0016 0008 00000001"),
                in13(set(Field.VLAN_VID, 0x1064), "0019 0010 80000c02 1064 000000000000"),
                in13(set(Field.ETH_DST, 0x0a0b0c0d0e02L), "0019 0010 80000606 0a0b0c0d0e02 0000"),
                in13(new Action.SetIpTtl(64), "0017 0008 40 000000"));
    }

    @ParameterizedTest
    @MethodSource("instructions")
    void encodesInstructionsToTheBytesOfTheSpecification(Instruction instruction, String hex) {
        FlowMod message = FlowMod.add().instructions(instruction).build();
        byte[] bytes = Messages.encode(message, Version.OF13, 0);
        assertThat(Bytes.of(bytes, 56, bytes.length - 56)).isEqualTo(Hex.bytes(hex));
        assertThat(Messages.decode(bytes, 0, bytes.length)).isEqualTo(message);
    }

    static Stream<Arguments> instructions() {
        List<Action> group = List.of(new Action.ToGroup(7));
        return Stream.of(
                Arguments.of(new Instruction.GotoTable(9), "0001 0008 09 000000"),
                Arguments.of(new Instruction.WriteActions(group), "0003 0010 00000000  0016 0008 00000007"),
                Arguments.of(new Instruction.ApplyActions(group), "0004 0010 00000000  0016 0008 00000007"),
                Arguments.of(new Instruction.ClearActions(), "0005 0008 00000000"),
                Arguments.of(new Instruction.ToMeter(1), "0006 0008 00000001"));
    }

    @ParameterizedTest
    @MethodSource("notIn10")
    void refusesActionsThatOpenFlow10DoesNotSupport(Action action) {
        var message = new PacketOut(0, 0, List.of(action), Bytes.EMPTY);
        assertThatThrownBy(() -> Messages.encode(message, Version.OF10, 0))
                .isInstanceOf(UnsupportedByVersionException.class)
                .hasMessageContaining("1.0");
    }

    static Stream<Action> notIn10() {
        return Stream.of(
                new Action.PushVlan(0x8100),
                new Action.ToGroup(1),
                new Action.Output(0xff00),
                set(Field.SCTP_DST, 80),
                new Action.SetField(Field.IPV6_DST.is(Samples.IPV6_1)),
                new Action.SetField(new Oxm(1, 1, Bytes.ofHex("01"), null)));
    }

    @ParameterizedTest
    @MethodSource("notInstructionsOf10")
    void refusesInstructionsThatOpenFlow10DoesNotSupport(List<Instruction> instructions) {
        FlowMod message = FlowMod.add()
                .instructions(instructions.toArray(Instruction[]::new))
                .build();
        assertThatThrownBy(() -> Messages.encode(message, Version.OF10, 0))
                .isInstanceOf(UnsupportedByVersionException.class)
                .hasMessageContaining("1.0");
    }

    static Stream<List<Instruction>> notInstructionsOf10() {
        var apply = new Instruction.ApplyActions(List.of(new Action.Output(1)));
        return Stream.of(
                List.of(new Instruction.GotoTable(1)),
                List.of(new Instruction.WriteActions(List.of())),
                List.of(new Instruction.ClearActions()),
                List.of(apply, apply));
    }

    private static Action set(Field field, long value) {
        return new Action.SetField(field.is(value));
    }

    private static Arguments in10(Action action, String hex) {
        return argumentSet("1.0 " + action, Version.OF10, action, hex);
    }

    private static Arguments in13(Action action, String hex) {
        return argumentSet("1.3 " + action, Version.OF13, action, hex);
    }
}
