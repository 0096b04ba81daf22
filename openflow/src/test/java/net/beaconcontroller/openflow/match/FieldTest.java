package net.beaconcontroller.openflow.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.FlowMod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Match fields and their TLVs. */
class FieldTest {

    /** OpenFlow 1.5.1 section 7.2.3.8, the table of the basic fields. */
    @ParameterizedTest
    @CsvSource({
        "IN_PORT, 0, 4",
        "METADATA, 2, 8",
        "ETH_SRC, 4, 6",
        "VLAN_VID, 6, 2",
        "VLAN_PCP, 7, 1",
        "IPV4_DST, 12, 4",
        "UDP_DST, 16, 2",
        "ICMPV4_TYPE, 19, 1",
        "ARP_SPA, 22, 4",
        "ARP_THA, 25, 6",
        "IPV6_DST, 27, 16",
        "IPV6_ND_TARGET, 31, 16",
        "MPLS_BOS, 36, 1",
        "PBB_ISID, 37, 3",
        "TUNNEL_ID, 38, 8",
        "IPV6_EXTHDR, 39, 2",
        "PBB_UCA, 41, 1",
        "PACKET_TYPE, 44, 4",
    })
    void hasTheNumberAndLengthOfTheSpecification(Field field, int number, int length) {
        assertThat(field.number()).isEqualTo(number);
        assertThat(field.length()).isEqualTo(length);
    }

    @ParameterizedTest
    @EnumSource
    void isFoundByItsNumber(Field field) {
        assertThat(Field.ofNumber(field.number())).contains(field);
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 45, 127})
    void isNotFoundByAnUnassignedNumber(int number) {
        assertThat(Field.ofNumber(number)).isEmpty();
        assertThat(new Oxm(Oxm.BASIC, number, Bytes.ofHex("0102"), null).field())
                .isEmpty();
    }

    @Test
    void takesTheLowBytesOfAValue() {
        assertThat(Field.ETH_TYPE.is(0x10800).value()).isEqualTo(Bytes.ofHex("0800"));
        assertThat(Field.ETH_DST.is(-1, 0xff_ffff_ffffL).mask()).isEqualTo(Bytes.ofHex("00ffffffffff"));
    }

    @ParameterizedTest
    @EnumSource
    void refusesALongForAFieldOfMoreThan64Bits(Field field) {
        if (field.length() > 8) {
            assertThatIllegalArgumentException().isThrownBy(() -> field.is(1)).withMessageContaining(field.name());
        } else {
            assertThat(field.is(1).value().toLong()).isEqualTo(1);
        }
    }

    @Test
    void refusesAValueOfAnotherLength() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Field.IPV6_SRC.is(Bytes.ofHex("0a000001")))
                .withMessage("ipv6_src with a value of 4 bytes, needs 16");
    }

    @Test
    void refusesAMaskOfAnotherLength() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Oxm(1, 2, Bytes.ofHex("0102"), Bytes.ofHex("ff")))
                .withMessage("a mask of 1 bytes for a value of 2");
    }

    @Test
    void refusesAPayloadLongerThan255Bytes() {
        var longest = new Oxm(1, 2, Bytes.of(new byte[255]), null);
        byte[] bytes = Messages.encode(FlowMod.add().match(longest).build(), Version.OF13, 1);
        assertThat(((FlowMod) Messages.decode(bytes, 0, bytes.length)).match()).isEqualTo(Match.of(longest));
        assertThatIllegalArgumentException().isThrownBy(() -> new Oxm(1, 2, Bytes.of(new byte[256]), null));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Oxm(1, 2, Bytes.of(new byte[128]), Bytes.of(new byte[128])));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Oxm(0xffff, 2, 7, Bytes.of(new byte[126]), Bytes.of(new byte[126])));
    }

    @Test
    void onlyFieldsOfTheBasicClassAreKnown() {
        assertThat(Field.ETH_TYPE.is(1).field()).contains(Field.ETH_TYPE);
        assertThat(new Oxm(1, Field.ETH_TYPE.number(), Bytes.ofHex("0001"), null).field())
                .isEmpty();
        assertThat(Arrays.stream(Field.values()).map(Field::number)).doesNotHaveDuplicates();
    }
}
