package net.beaconcontroller.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteAccessTest {
    private final byte[] array = HexFormat.of().parseHex("00fedcba98765432100f");

    @Test
    void readsNumbersInNetworkByteOrder() {
        assertThat(ByteAccess.getUnsignedByte(array, 1)).isEqualTo(0xfe);
        assertThat(ByteAccess.getShort(array, 1)).isEqualTo((short) 0xfedc);
        assertThat(ByteAccess.getUnsignedShort(array, 1)).isEqualTo(0xfedc);
        assertThat(ByteAccess.getInt(array, 1)).isEqualTo(0xfedcba98);
        assertThat(ByteAccess.getUnsignedInt(array, 1)).isEqualTo(0xfedcba98L);
        assertThat(ByteAccess.getMac(array, 1)).isEqualTo(0xfedc_ba98_7654L);
        assertThat(ByteAccess.getLong(array, 1)).isEqualTo(0xfedc_ba98_7654_3210L);
    }

    @Test
    void writesNumbersInNetworkByteOrderAndNoByteBesideThem() {
        ByteAccess.putShort(array, 1, 0xffff_0102);
        assertThat(HexFormat.of().formatHex(array)).isEqualTo("000102ba98765432100f");
        ByteAccess.putInt(array, 3, 0x0304_0506);
        assertThat(HexFormat.of().formatHex(array)).isEqualTo("0001020304050632100f");
        ByteAccess.putMac(array, 2, 0xffff_a1a2_a3a4_a5a6L);
        assertThat(HexFormat.of().formatHex(array)).isEqualTo("0001a1a2a3a4a5a6100f");
        ByteAccess.putLong(array, 1, 0x1112_1314_1516_1718L);
        assertThat(HexFormat.of().formatHex(array)).isEqualTo("0011121314151617180f");
    }

    @Test
    void readsWhatItWrote() {
        var random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            long value = random.nextLong();
            ByteAccess.putLong(array, 2, value);
            assertThat(ByteAccess.getLong(array, 2)).isEqualTo(value);
            ByteAccess.putMac(array, 1, value);
            assertThat(ByteAccess.getMac(array, 1)).isEqualTo(value & 0xffff_ffff_ffffL);
            ByteAccess.putInt(array, 5, (int) value);
            assertThat(ByteAccess.getUnsignedInt(array, 5)).isEqualTo(value & 0xffff_ffffL);
            ByteAccess.putShort(array, 3, (int) value);
            assertThat(ByteAccess.getUnsignedShort(array, 3)).isEqualTo((int) value & 0xffff);
        }
    }

    @Test
    void refusesAnOffsetBeyondTheArray() {
        assertThatThrownBy(() -> ByteAccess.getMac(array, 5)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ByteAccess.putLong(array, 3, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
