package net.beaconcontroller.emulator.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The expected errors are those of Open vSwitch 3.1. */
class MatchKeyTest {
    private static final Oxm IP = Field.ETH_TYPE.is(0x0800);

    static Stream<Arguments> refusals() {
        return Stream.of(
                Arguments.of(ErrorCode.MATCH_BAD_WILDCARDS, List.of(IP, Field.IPV4_DST.is(0x0a00_0001, 0xffff_ff00))),
                Arguments.of(ErrorCode.MATCH_BAD_PREREQUISITE, List.of(Field.IPV4_DST.is(0x0a00_0001))),
                Arguments.of(ErrorCode.MATCH_BAD_PREREQUISITE, List.of(Field.VLAN_PCP.is(3))),
                Arguments.of(ErrorCode.MATCH_BAD_PREREQUISITE, List.of(Field.IPV4_DST.is(1), IP)),
                Arguments.of(ErrorCode.MATCH_BAD_PREREQUISITE, List.of(IP, Field.IP_PROTO.is(17), Field.TCP_DST.is(1))),
                Arguments.of(ErrorCode.MATCH_DUPLICATE_FIELD, List.of(IP, IP)),
                Arguments.of(ErrorCode.MATCH_BAD_MASK, List.of(Field.ETH_TYPE.is(0x0800, 0xff00))),
                Arguments.of(ErrorCode.MATCH_BAD_VALUE, List.of(Field.VLAN_VID.is(0x3001))),
                Arguments.of(ErrorCode.MATCH_BAD_VALUE, List.of(Field.VLAN_VID.is(0x1001), Field.VLAN_PCP.is(15))),
                Arguments.of(ErrorCode.MATCH_BAD_VALUE, List.of(IP, Field.IP_DSCP.is(64))),
                Arguments.of(ErrorCode.MATCH_BAD_FIELD, List.of(new Oxm(Oxm.BASIC, 60, Bytes.ofHex("01"), null))),
                Arguments.of(ErrorCode.MATCH_BAD_FIELD, List.of(new Oxm(1, 3, Bytes.ofHex("01"), null))));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void refusesInvalidMatches(ErrorCode errorCode, List<Oxm> fields) {
        assertThatThrownBy(() -> MatchKey.of(new Match(fields), Version.OF13))
                .isInstanceOfSatisfying(
                        RequestException.class, e -> assertThat(e.errorCode()).isEqualTo(errorCode));
    }
}
