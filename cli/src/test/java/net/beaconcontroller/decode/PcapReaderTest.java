package net.beaconcontroller.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import net.beaconcontroller.decode.PcapReader.Packet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The formats of capture files. */
class PcapReaderTest {
    private static final List<ByteOrder> ORDERS = List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN);

    private static PcapReader open(byte[] bytes) throws IOException, PcapException {
        return new PcapReader(new ByteArrayInputStream(bytes));
    }

    private static Packet next(PcapReader file) throws Exception {
        return Objects.requireNonNull(file.next());
    }

    private static byte[] bytes(Packet packet) {
        byte[] bytes = new byte[packet.data().remaining()];
        packet.data().get(bytes);
        return bytes;
    }

    @Test
    void readsPcapInBothOrdersWithMicrosAndNanos() throws Exception {
        byte[] large = new byte[70_000];
        large[69_999] = 1;
        for (ByteOrder order : ORDERS) {
            for (int magic : new int[] {CaptureBuilder.MICROS, CaptureBuilder.NANOS}) {
                PcapReader file = open(CaptureBuilder.pcap(order, magic, 113)
                        .packet(new byte[] {1, 2, 3})
                        .packet(new byte[0])
                        .packet(large)
                        .toBytes());
                Packet first = next(file);
                assertThat(bytes(first)).containsExactly(1, 2, 3);
                assertThat(first.linkType()).isEqualTo(113);
                assertThat(first.time()).isEqualTo(CaptureBuilder.BEGIN);
                Packet second = next(file);
                assertThat(bytes(second)).isEmpty();
                assertThat(second.time()).isEqualTo(CaptureBuilder.BEGIN.plusMillis(1));
                assertThat(bytes(next(file))).isEqualTo(large);
                assertThat(file.next()).isNull();
            }
        }
    }

    @Test
    void readsEveryNanosecond() throws Exception {
        ByteBuffer file = ByteBuffer.allocate(24 + 16);
        file.putInt(CaptureBuilder.NANOS).position(24).putInt(-1).putInt(999_999_999);
        assertThat(next(open(file.array())).time()).isEqualTo(Instant.ofEpochSecond(0xffff_ffffL, 999_999_999));
    }

    @ParameterizedTest
    @ValueSource(strings = {"7f454c4602010100", "d4c3b2a2", "d4", "0a0d0d0a0000001c00000000", "0a0d0d0a"})
    void rejectsOtherFiles(String hex) {
        assertThatThrownBy(() -> open(HexFormat.of().parseHex(hex))).isInstanceOf(PcapException.class);
    }

    @Test
    void rejectsAnImpossiblePacketLength() throws Exception {
        ByteBuffer bytes = ByteBuffer.allocate(24 + 16);
        bytes.putInt(CaptureBuilder.MICROS).putInt(24 + 8, -1);
        PcapReader file = open(bytes.array());
        assertThatThrownBy(file::next)
                .isInstanceOf(PcapException.class)
                .hasMessage("a packet of 4294967295 bytes, needs at most 16777216");
        assertThat(file.position()).isEqualTo(24);
    }

    /** A builder of pcapng files. */
    private static final class Blocks {
        private final ByteBuffer bytes = ByteBuffer.allocate(4096);

        Blocks(ByteOrder order) {
            section(order);
        }

        Blocks section(ByteOrder order) {
            bytes.order(order);
            return block(0x0a0d0d0a, "%s00010000ffffffffffffffff".formatted(number(0x1a2b3c4d)));
        }

        /** Appends a block with a body in hex, in file byte order. */
        Blocks block(int type, String body) {
            byte[] raw = HexFormat.of().parseHex(body);
            int length = 12 + (raw.length + 3 & ~3);
            bytes.putInt(type)
                    .putInt(length)
                    .put(Arrays.copyOf(raw, length - 12))
                    .putInt(length);
            return this;
        }

        Blocks anInterface(int linkType, int snapLength, String options) {
            return block(1, half(linkType) + "0000" + number(snapLength) + options);
        }

        Blocks packet(int ofInterface, long time, String packet) {
            String header = number(ofInterface) + number((int) (time >>> 32)) + number((int) time);
            return block(6, header + number(packet.length() / 2).repeat(2) + packet);
        }

        String number(int value) {
            return HexFormat.of()
                    .formatHex(ByteBuffer.allocate(4)
                            .order(bytes.order())
                            .putInt(value)
                            .array());
        }

        String half(int value) {
            return HexFormat.of()
                    .formatHex(ByteBuffer.allocate(2)
                            .order(bytes.order())
                            .putShort((short) value)
                            .array());
        }

        String option(int code, String value) {
            return half(code) + half(value.length() / 2) + value + "00".repeat(-value.length() / 2 & 3);
        }

        PcapReader open() throws IOException, PcapException {
            return PcapReaderTest.open(Arrays.copyOf(bytes.array(), bytes.position()));
        }
    }

    @Test
    void readsTheBlocksOfPcapng() throws Exception {
        for (ByteOrder order : ORDERS) {
            var blocks = new Blocks(order);
            PcapReader file = blocks.anInterface(1, 2, "")
                    .anInterface(113, 0, blocks.option(2, "6c6f") + blocks.option(9, "09") + blocks.half(0))
                    .block(5, "0000000000000000")
                    .packet(1, 1_000_000_123L, "010203")
                    .packet(0, 2_000_456L, "04")
                    .block(3, blocks.number(3) + "050607")
                    .section(ByteOrder.LITTLE_ENDIAN)
                    .anInterface(101, 0, "")
                    .packet(0, 0, "0809")
                    .open();
            assertNext(file, 113, Instant.ofEpochSecond(1, 123), 1, 2, 3);
            assertNext(file, 1, Instant.ofEpochSecond(2, 456_000), 4);
            // Truncated to the snapshot length of the interface.
            assertNext(file, 1, Instant.ofEpochSecond(2, 456_000), 5, 6);
            assertNext(file, 101, Instant.EPOCH, 8, 9);
            assertThat(file.next()).isNull();
        }
    }

    private static void assertNext(PcapReader file, int linkType, Instant time, int... packet) throws Exception {
        Packet next = next(file);
        assertThat(next.linkType()).isEqualTo(linkType);
        assertThat(next.time()).isEqualTo(time);
        assertThat(bytes(next)).asHexString().isEqualTo(hex(packet));
    }

    private static String hex(int... bytes) {
        var all = new StringBuilder();
        for (int b : bytes) {
            all.append("%02X".formatted(b));
        }
        return all.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "00, 5, 5, 0",
        "06, 1000001, 1, 1000",
        "0c, 1000000002000, 1, 2",
        "8a, 1025, 1, 976562",
        "a0, 4294967297, 1, 0"
    })
    void readsTheTimeResolutionOfTheInterface(String resolution, long time, long seconds, int nanos) throws Exception {
        var blocks = new Blocks(ByteOrder.BIG_ENDIAN);
        String options = blocks.option(9, resolution) + blocks.option(14, "0000000000000064");
        PcapReader file =
                blocks.anInterface(1, 0, options).packet(0, time, "00").open();
        assertNext(file, 1, Instant.ofEpochSecond(100 + seconds, nanos), 0);
    }

    @Test
    void rejectsInvalidBlocks() throws Exception {
        var order = ByteOrder.BIG_ENDIAN;
        assertBroken(new Blocks(order).packet(0, 0, "00"), "a packet of the interface 0, but there are 0 before it");
        assertBroken(new Blocks(order).anInterface(1, 0, "").block(6, "00"), "a block with a body of 4 bytes");
        assertBroken(
                new Blocks(order)
                        .anInterface(1, 0, "")
                        .block(6, "00000000" + "00".repeat(8) + "00000009" + "00".repeat(8)),
                "a packet of 9 bytes in a block with room for 4");
        var blocks = new Blocks(order);
        assertBroken(blocks.anInterface(1, 0, blocks.option(9, "7f")), "a time in units of 10^-127 seconds");
        var late = new Blocks(order);
        assertBroken(
                late.anInterface(1, 0, late.option(9, "00")).packet(0, -1, "00"),
                "a time of 18446744073709551615 seconds");
        var short2 = new Blocks(order);
        short2.bytes.putInt(5).putInt(13);
        assertBroken(short2, "a block of 13 bytes, needs a multiple of 4, and at least 12");
        var cut = new Blocks(order);
        cut.bytes.putInt(5).putInt(1000);
        assertBroken(cut, "unexpected end of file at byte 36");
    }

    private static void assertBroken(Blocks blocks, String message) throws Exception {
        PcapReader file = blocks.open();
        assertThatThrownBy(file::next).isInstanceOf(PcapException.class).hasMessageStartingWith(message);
    }
}
