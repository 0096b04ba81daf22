package net.beaconcontroller.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MessageTypeTest {

    /** From the enumerations ofp_type of OpenFlow 1.0.0 to 1.5.1. */
    @ParameterizedTest
    @CsvSource({
        "HELLO,                     0,  0,  0,  0,  0,  0",
        "EXPERIMENTER,              4,  4,  4,  4,  4,  4",
        "PACKET_IN,                10, 10, 10, 10, 10, 10",
        "FLOW_MOD,                 14, 14, 14, 14, 14, 14",
        "GROUP_MOD,                -1, 15, 15, 15, 15, 15",
        "PORT_MOD,                 15, 16, 16, 16, 16, 16",
        "TABLE_MOD,                -1, 17, 17, 17, 17, 17",
        "MULTIPART_REQUEST,        16, 18, 18, 18, 18, 18",
        "MULTIPART_REPLY,          17, 19, 19, 19, 19, 19",
        "BARRIER_REQUEST,          18, 20, 20, 20, 20, 20",
        "BARRIER_REPLY,            19, 21, 21, 21, 21, 21",
        "QUEUE_GET_CONFIG_REQUEST, 20, 22, 22, 22, -1, -1",
        "QUEUE_GET_CONFIG_REPLY,   21, 23, 23, 23, -1, -1",
        "ROLE_REQUEST,             -1, -1, 24, 24, 24, 24",
        "ROLE_REPLY,               -1, -1, 25, 25, 25, 25",
        "GET_ASYNC_REQUEST,        -1, -1, -1, 26, 26, 26",
        "METER_MOD,                -1, -1, -1, 29, 29, 29",
        "ROLE_STATUS,              -1, -1, -1, -1, 30, 30",
        "BUNDLE_ADD_MESSAGE,       -1, -1, -1, -1, 34, 34",
        "CONTROLLER_STATUS,        -1, -1, -1, -1, -1, 35",
    })
    void hasTheNumbersOfTheSpecifications(
            MessageType type, int in10, int in11, int in12, int in13, int in14, int in15) {
        assertThat(Arrays.stream(Version.values()).map(type::wire)).containsExactly(in10, in11, in12, in13, in14, in15);
    }

    @ParameterizedTest
    @EnumSource
    void isFoundByItsNumberInEveryVersionThatSupportsIt(MessageType type) {
        for (Version version : Version.values()) {
            if (type.wire(version) >= 0) {
                assertThat(MessageType.ofWire(version, type.wire(version))).contains(type);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"OF10, 22", "OF11, 24", "OF12, 26", "OF13, 30", "OF14, 35", "OF15, 36"})
    void numbersAreContiguousExceptForTheRemovedQueueConfiguration(Version version, int types) {
        for (int wire = 0; wire < 256; wire++) {
            assertThat(MessageType.ofWire(version, wire).isPresent())
                    .as("type %d", wire)
                    .isEqualTo(wire < types && !(version.isAtLeast(Version.OF14) && (wire == 22 || wire == 23)));
        }
    }
}
