package net.beaconcontroller.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InternetChecksumTest {
    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    @Test
    void sumsTheExampleOfRfc1071() {
        byte[] example = bytes("0001 f203 f4f5 f6f7");
        assertThat(InternetChecksum.sum(example, 0, 8)).isEqualTo(0x2ddf0);
        assertThat(InternetChecksum.of(example, 0, 8)).isEqualTo(0x220d);
    }

    @Test
    void takesALastSingleByteForTheUpperHalfOfAWord() {
        assertThat(InternetChecksum.sum(bytes("ff 0001 02 ff"), 1, 3)).isEqualTo(0x0201);
    }

    @Test
    void isZeroOverAHeaderWithItsChecksum() {
        byte[] header = bytes("4500 0073 0000 4000 4011 b861 c0a80001 c0a800c7");
        assertThat(InternetChecksum.of(header, 0, header.length)).isZero();
        ByteAccess.putShort(header, 10, 0);
        assertThat(InternetChecksum.of(header, 0, header.length)).isEqualTo(0xb861);
    }

    @Test
    void updatesTheChecksumOfTheExampleOfRfc1624() {
        assertThat(InternetChecksum.update(0xdd2f, 0x5555, 0x3285)).isZero();
    }

    @Test
    void updatesAChecksumAsIfItWereComputedAgain() {
        var random = new Random(1);
        byte[] array = new byte[40];
        for (int i = 0; i < 10_000; i++) {
            random.nextBytes(array);
            int before = InternetChecksum.of(array, 0, array.length);
            int at = 2 * random.nextInt(20);
            int oldWord = ByteAccess.getUnsignedShort(array, at);
            int newWord = random.nextInt(0x10000);
            ByteAccess.putShort(array, at, newWord);
            assertThat(InternetChecksum.update(before, oldWord, newWord))
                    .isEqualTo(InternetChecksum.of(array, 0, array.length));
        }
    }

    @Test
    void foldsTheSumOfTheLongestPacketOfOnes() {
        byte[] ones = new byte[65535];
        Arrays.fill(ones, (byte) 0xff);
        assertThat(InternetChecksum.of(ones, 0, ones.length - 1)).isZero();
        assertThat(InternetChecksum.of(ones, 0, ones.length)).isEqualTo(0xff);
    }
}
