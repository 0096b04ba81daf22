package net.beaconcontroller.packet;

import static java.util.Objects.requireNonNull;
import static net.beaconcontroller.packet.Frames.view;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class LldpTest {
    private static final String CHASSIS_ID = "0207 04 0200000000a1";
    private static final String PORT_ID = "0403 07 3137";
    private static final String TIME_TO_LIVE = "0602 0078";

    private static Lldp unit(String... hex) {
        return requireNonNull(view("88cc", String.join("", hex)).lldp());
    }

    private static String hexAt(Lldp unit, int offset, int length) {
        return HexFormat.of().formatHex(unit.array(), offset, offset + length);
    }

    private static List<String> optionalTlvs(Lldp unit) {
        var found = new ArrayList<String>();
        for (int tlv = unit.firstOptional(); tlv != Lldp.NONE; tlv = unit.next(tlv)) {
            found.add(unit.tlvType(tlv) + ":" + hexAt(unit, unit.tlvValueOffset(tlv), unit.tlvLength(tlv)));
        }
        return found;
    }

    @Test
    void readsTheMandatoryTlvs() {
        Lldp unit = unit(Frames.LLDP);
        assertThat(unit.chassisIdSubtype()).isEqualTo(4);
        assertThat(hexAt(unit, unit.chassisIdOffset(), unit.chassisIdLength())).isEqualTo("0200000000a1");
        assertThat(unit.portIdSubtype()).isEqualTo(7);
        assertThat(hexAt(unit, unit.portIdOffset(), unit.portIdLength())).isEqualTo("3137");
        assertThat(unit.timeToLiveSeconds()).isEqualTo(120);
    }

    @Test
    void readsAChassisIdOf255Bytes() {
        byte[] id = new byte[255];
        Arrays.fill(id, (byte) 0x61);
        Lldp unit = unit("0300 07", HexFormat.of().formatHex(id), PORT_ID, TIME_TO_LIVE);
        assertThat(unit.chassisIdLength()).isEqualTo(255);
        assertThat(unit.timeToLiveSeconds()).isEqualTo(120);
    }

    @Test
    void iteratesOverTheOptionalTlvsUpToTheEndTlv() {
        assertThat(optionalTlvs(unit(Frames.LLDP, "0a0161"))).containsExactly("5:737731", "127:0026e100abcd", "4:");
    }

    @Test
    void iteratesOverNothingWithoutOptionalTlvs() {
        assertThat(optionalTlvs(unit(Frames.LLDP_MANDATORY))).isEmpty();
        assertThat(optionalTlvs(unit(Frames.LLDP_MANDATORY, "0000"))).isEmpty();
    }

    @Test
    void stopsAtATruncatedOptionalTlv() {
        assertThat(optionalTlvs(unit(Frames.LLDP_MANDATORY, "0a03 737731 0c05 61626364")))
                .containsExactly("5:737731");
        assertThat(optionalTlvs(unit(Frames.LLDP_MANDATORY, "0a03 737731 0c"))).containsExactly("5:737731");
        assertThat(optionalTlvs(unit(Frames.LLDP_MANDATORY, "0bff 61"))).isEmpty();
    }

    @Test
    void isAbsentUnlessAllMandatoryTlvsArePresentInOrder() {
        assertThat(view("88cc", CHASSIS_ID, PORT_ID, TIME_TO_LIVE).lldp()).isNotNull();
        assertThat(view("88cc").lldp()).as("empty").isNull();
        assertThat(view("88cc", PORT_ID, TIME_TO_LIVE).lldp()).as("no chassis").isNull();
        assertThat(view("88cc", CHASSIS_ID, TIME_TO_LIVE).lldp()).as("no port").isNull();
        assertThat(view("88cc", CHASSIS_ID, PORT_ID, "0000").lldp())
                .as("no time")
                .isNull();
        assertThat(view("88cc", PORT_ID, CHASSIS_ID, TIME_TO_LIVE).lldp())
                .as("order")
                .isNull();
    }

    @Test
    void isAbsentIfAMandatoryTlvIsTooShortOrTooLong() {
        assertThat(view("88cc 0201 04", PORT_ID, TIME_TO_LIVE).lldp())
                .as("chassis without an id")
                .isNull();
        assertThat(view("88cc", CHASSIS_ID, "0401 07", TIME_TO_LIVE).lldp())
                .as("port without an id")
                .isNull();
        assertThat(view("88cc", CHASSIS_ID, PORT_ID, "0601 78").lldp())
                .as("time of one byte")
                .isNull();
        assertThat(view("88cc", CHASSIS_ID, PORT_ID, "0602 00").lldp())
                .as("truncated time")
                .isNull();
        assertThat(view("88cc 0301", "00".repeat(257), PORT_ID, TIME_TO_LIVE).lldp())
                .as("long id")
                .isNull();
    }
}
