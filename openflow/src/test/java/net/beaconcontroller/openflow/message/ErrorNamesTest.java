package net.beaconcontroller.openflow.message;

import static org.assertj.core.api.Assertions.assertThat;

import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Version;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The names of errors. */
class ErrorNamesTest {
    /** OpenFlow 1.5.1 section 7.5.4 and OpenFlow 1.0 section 5.4.4: the last code of each type. */
    @ParameterizedTest
    @CsvSource({
        "OF10, 0, 1, HELLO_FAILED/EPERM",
        "OF10, 1, 8, BAD_REQUEST/BUFFER_UNKNOWN",
        "OF10, 2, 8, BAD_ACTION/BAD_QUEUE",
        "OF10, 3, 5, FLOW_MOD_FAILED/UNSUPPORTED",
        "OF10, 4, 1, PORT_MOD_FAILED/BAD_HW_ADDR",
        "OF10, 5, 2, QUEUE_OP_FAILED/EPERM",
        "OF13, 0, 1, HELLO_FAILED/EPERM",
        "OF13, 1, 13, BAD_REQUEST/MULTIPART_BUFFER_OVERFLOW",
        "OF15, 1, 18, BAD_REQUEST/UNKNOWN",
        "OF15, 2, 17, BAD_ACTION/BAD_METER",
        "OF15, 3, 9, BAD_INSTRUCTION/DUP_INST",
        "OF13, 4, 11, BAD_MATCH/EPERM",
        "OF15, 5, 10, FLOW_MOD_FAILED/IS_SYNC",
        "OF15, 6, 16, GROUP_MOD_FAILED/BUCKET_EXISTS",
        "OF13, 7, 4, PORT_MOD_FAILED/EPERM",
        "OF13, 8, 2, TABLE_MOD_FAILED/EPERM",
        "OF13, 9, 2, QUEUE_OP_FAILED/EPERM",
        "OF13, 10, 2, SWITCH_CONFIG_FAILED/EPERM",
        "OF15, 11, 4, ROLE_REQUEST_FAILED/ID_IN_USE",
        "OF13, 12, 11, METER_MOD_FAILED/OUT_OF_BANDS",
        "OF15, 13, 10, TABLE_FEATURES_FAILED/TOO_MANY",
        "OF14, 14, 8, BAD_PROPERTY/EPERM",
        "OF14, 15, 2, ASYNC_CONFIG_FAILED/EPERM",
        "OF14, 16, 7, FLOW_MONITOR_FAILED/BAD_OUT",
        "OF15, 17, 18, BUNDLE_FAILED/SCHED_PAST",
        "OF13, 65535, 5, EXPERIMENTER/5",
    })
    void printsTypesAndCodesByName(Version version, int type, int code, String name) {
        assertThat(ErrorNames.print(version, type, code)).isEqualTo(name);
    }

    @Test
    void printsUnknownTypesAndCodesByNumber() {
        assertThat(ErrorNames.print(Version.OF10, 6, 1)).isEqualTo("6/1");
        assertThat(ErrorNames.print(Version.OF10, 0xffff, 1)).isEqualTo("65535/1");
        assertThat(ErrorNames.print(Version.OF15, 1, 19)).isEqualTo("BAD_REQUEST/19");
        assertThat(ErrorNames.print(Version.OF15, 18, 0)).isEqualTo("18/0");
    }

    @ParameterizedTest
    @EnumSource
    void everyErrorOfThisLibraryHasAName(ErrorCode error) {
        assertThat(ErrorNames.print(Version.OF15, error.type(Version.OF15), error.code(Version.OF15)))
                .doesNotContainPattern("\\d");
    }
}
