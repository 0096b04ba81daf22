package net.beaconcontroller.openflow.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.stream.Stream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Hex;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Matches, and their conversion to and from the fixed structure of OpenFlow 1.0 section 5.2.3. */
class MatchTest {
    private static final int MATCH_10 = 8;
    private static final int MATCH_13 = 48;
    private static final String OTHER_FIELDS =
            "000000000000 000000000000 0000 00 00 0000 00 00 0000 00000000 00000000 0000 0000";

    @ParameterizedTest
    @MethodSource("matchesOf10")
    void isEncodedToTheStructureOfOpenFlow10(Match match, String hex) {
        assertThat(encode10(match)).isEqualTo(Hex.bytes(hex));
    }

    @ParameterizedTest
    @MethodSource("matchesOf10")
    void isDecodedFromTheStructureOfOpenFlow10(Match match, String hex) {
        assertThat(decode10(Hex.bytes(hex))).isEqualTo(match);
    }

    static Stream<Arguments> matchesOf10() {
        return Stream.of(
                argumentSet("nothing", Match.ANY, "003fffff 0000" + OTHER_FIELDS),
                argumentSet(
                        "a reserved port",
                        Match.of(Field.IN_PORT.is(PortNumber.LOCAL)),
                        "003ffffe fffe" + OTHER_FIELDS),
                argumentSet(
                        "no VLAN",
                        Match.of(Field.VLAN_VID.is(0)),
                        "003ffffd 0000 000000000000 000000000000 ffff 00 00 0000 00 00 0000"
                                + " 00000000 00000000 0000 0000"),
                argumentSet(
                        "a VLAN with any priority",
                        Match.of(Field.VLAN_VID.is(0x1fff)),
                        "003ffffd 0000 000000000000 000000000000 0fff 00 00 0000 00 00 0000"
                                + " 00000000 00000000 0000 0000"),
                argumentSet(
                        "prefixes of IPv4",
                        Match.of(
                                Field.ETH_TYPE.is(0x0800),
                                Field.IPV4_SRC.is(0x0a010000, 0xffff0000L),
                                Field.IPV4_DST.is(0x80000000L, 0x80000000L)),
                        """
                        0037d0ef 0000               ; 16 and 31 wildcarded low bits
                        000000000000 000000000000 0000 00 00 0800 00 00 0000 0a010000 80000000 0000 0000
                        """),
                argumentSet(
                        "ARP",
                        Match.of(
                                Field.ETH_TYPE.is(0x0806),
                                Field.ARP_OP.is(1),
                                Field.ARP_SPA.is(0x0a000001),
                                Field.ARP_TPA.is(0x0a000002)),
                        """
                        003000cf 0000
                        000000000000 000000000000 0000 00 00 0806 00 01 0000 0a000001 0a000002 0000 0000
                        """),
                argumentSet(
                        "ICMP",
                        Match.of(
                                Field.ETH_TYPE.is(0x0800),
                                Field.IP_PROTO.is(1),
                                Field.ICMPV4_TYPE.is(8),
                                Field.ICMPV4_CODE.is(3)),
                        """
                        003fff0f 0000
                        000000000000 000000000000 0000 00 00 0800 00 01 0000 00000000 00000000 0008 0003
                        """));
    }

    @ParameterizedTest
    @MethodSource("notIn10")
    void refusesFieldsThatOpenFlow10DoesNotSupport(Oxm field) {
        assertThatThrownBy(() -> encode10(Match.of(field)))
                .isInstanceOf(UnsupportedByVersionException.class)
                .hasMessageContaining("1.0");
    }

    static Stream<Oxm> notIn10() {
        return Stream.of(
                Field.METADATA.is(1),
                Field.IN_PHY_PORT.is(1),
                Field.IP_ECN.is(1),
                Field.SCTP_SRC.is(1),
                Field.ARP_SHA.is(1),
                Field.IPV6_SRC.is(Samples.IPV6_1),
                Field.ICMPV6_TYPE.is(1),
                Field.MPLS_LABEL.is(1),
                Field.TUNNEL_ID.is(1),
                Field.IN_PORT.is(0x10000),
                Field.ETH_DST.is(0x0100_0000_0000L, 0x0100_0000_0000L),
                Field.VLAN_VID.is(0x1000, 0x1000),
                Field.IPV4_SRC.is(0x0a000001, 0xff0000ffL),
                new Oxm(0xffff, 42, Bytes.ofHex("4f4e46000002"), null),
                new Oxm(Oxm.BASIC, 127, Bytes.ofHex("01"), null));
    }

    @Test
    void aMaskOfZerosBecomesAWildcardInOpenFlow10() {
        Match match = Match.of(Field.ETH_TYPE.is(0x0800), Field.IPV4_SRC.is(0, 0));
        assertThat(decode10(encode10(match))).isEqualTo(Match.of(Field.ETH_TYPE.is(0x0800)));
    }

    @Test
    void aMaskOfOnesBecomesAnExactMatchInOpenFlow10() {
        Match match = Match.of(Field.ETH_TYPE.is(0x0800), Field.IPV4_SRC.is(7, 0xffffffffL));
        assertThat(decode10(encode10(match))).isEqualTo(Match.of(Field.ETH_TYPE.is(0x0800), Field.IPV4_SRC.is(7)));
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 33, 63})
    void atLeast32WildcardedBitsMatchAnyAddressInOpenFlow10(int bits) {
        // All fields except dl_type and nw_src.
        int wildcards = 0x3fc0ef | bits << 8;
        Bytes structure = Hex.bytes("%08x 0000".formatted(wildcards)
                + "000000000000 000000000000 0000 00 00 0800 00 00 0000 0a000001 00000000 0000 0000");
        assertThat(decode10(structure)).isEqualTo(Match.of(Field.ETH_TYPE.is(0x0800)));
    }

    @Test
    void omitsFieldsWithoutPrerequisitesFromAMatchOfOpenFlow10() {
        Bytes exact = Hex.bytes(
                "00000000 0001 000000000001 000000000002 ffff 07 00 88cc fc 06 0000 0a000001 0a000002 0001 0002");
        assertThat(decode10(exact))
                .isEqualTo(Match.of(
                        Field.IN_PORT.is(1),
                        Field.ETH_DST.is(2),
                        Field.ETH_SRC.is(1),
                        Field.ETH_TYPE.is(0x88cc),
                        Field.VLAN_VID.is(0)));
    }

    @Test
    void omitsPortsOfOtherProtocolsFromAMatchOfOpenFlow10() {
        Bytes ospf = Hex.bytes(
                "003fff0f 0000" + "000000000000 000000000000 0000 00 00 0800 00 59 0000 00000000 00000000 0001 0002");
        assertThat(decode10(ospf)).isEqualTo(Match.of(Field.ETH_TYPE.is(0x0800), Field.IP_PROTO.is(89)));
    }

    @ParameterizedTest
    @MethodSource("oxms")
    void isEncodedToTlvsInLaterVersions(Oxm field, String hex) {
        byte[] bytes = Messages.encode(FlowMod.add().match(field).build(), Version.OF13, 0);
        assertThat(Bytes.of(bytes, MATCH_13 + 4, bytes.length - MATCH_13 - 4)).isEqualTo(Hex.bytes(hex));
    }

    static Stream<Arguments> oxms() {
        return Stream.of(
                Arguments.of(Field.IP_PROTO.is(6), "80001401 06 00000000000000"),
                Arguments.of(Field.METADATA.is(1, 0xff), "80000510 0000000000000001 00000000000000ff"),
                Arguments.of(Field.IPV6_DST.is(Samples.IPV6_1), "80003610" + Samples.IPV6_1),
                Arguments.of(Field.PBB_ISID.is(0xabcdef), "80004a03 abcdef 0000000000"),
                Arguments.of(new Oxm(0xffff, 42, 0x4f4e4600L, Bytes.ofHex("0002"), null), "ffff5406 4f4e46000002 0000"),
                Arguments.of(
                        new Oxm(0xffff, 42, 0x4f4e4600L, Bytes.ofHex("0002"), Bytes.ofHex("ffff")),
                        "ffff5508 4f4e4600 0002 ffff"));
    }

    @Test
    void returnsTheFieldIfPresent() {
        Match match = Match.of(new Oxm(1, 0, Bytes.ofHex("09"), null), Field.IN_PORT.is(7));
        assertThat(match.of(Field.IN_PORT)).contains(Field.IN_PORT.is(7));
        assertThat(match.of(Field.ETH_SRC)).isEmpty();
    }

    private static Bytes encode10(Match match) {
        byte[] bytes = Messages.encode(FlowMod.add().match(match).build(), Version.OF10, 0);
        return Bytes.of(bytes, MATCH_10, Match10.LENGTH);
    }

    private static Match decode10(Bytes structure) {
        byte[] bytes = Messages.encode(FlowMod.add().build(), Version.OF10, 0);
        structure.copyTo(bytes, MATCH_10);
        return ((FlowMod) Messages.decode(bytes, 0, bytes.length)).match();
    }
}
