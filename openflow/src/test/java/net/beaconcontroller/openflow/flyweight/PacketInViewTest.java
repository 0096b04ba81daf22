package net.beaconcontroller.openflow.flyweight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The view of a packet-in returns the same values as the record. */
class PacketInViewTest {
    private static final long SEED = 20260301;

    private static final List<Oxm> MORE_FIELDS = List.of(
            Field.IN_PHY_PORT.is(0x80000004L),
            Field.METADATA.is(0x8000000400000009L),
            Field.TUNNEL_ID.is(-1),
            Field.ETH_DST.is(0x0100_0000_0000L, 0x0100_0000_0000L),
            Field.IPV6_SRC.is(Samples.IPV6_1),
            Field.IP_PROTO.is(6),
            new Oxm(Oxm.BASIC, 127, Bytes.ofHex("80000004"), null),
            new Oxm(0x0001, 0, Bytes.ofHex("0000002a"), null),
            new Oxm(0x0001, 1, Bytes.EMPTY, null),
            new Oxm(0x0001, 33, Bytes.ofHex("0000002a"), Bytes.ofHex("0000ffff")),
            new Oxm(0xffff, 42, 0x4f4e4600L, Bytes.ofHex("0002"), Bytes.ofHex("ffff")));

    private final PacketInView view = new PacketInView();

    @EachVersion
    void returnsTheValuesOfTheRecordAtAnyIndex(Version version) {
        for (int i = 0; i < 5_000; i++) {
            var random = new Random(SEED + i);
            PacketIn in = version == Version.OF10 ? packetIn10(random) : packetIn12(version, random);
            wrapAtRandomIndex(Messages.encode(in, version, i), random);
            assertThat(PacketInFields.of(view)).as("seed %d", SEED + i).isEqualTo(PacketInFields.of(in));
            assertThat(view.xid()).as("seed %d", SEED + i).isEqualTo(i);
            assertThat(view.copy()).as("seed %d", SEED + i).isEqualTo(in);
        }
    }

    private void wrapAtRandomIndex(byte[] message, Random random) {
        byte[] larger = new byte[message.length + random.nextInt(100)];
        random.nextBytes(larger);
        int start = random.nextInt(larger.length - message.length + 1);
        System.arraycopy(message, 0, larger, start, message.length);
        view.wrap(larger, start, message.length);
        int frame = PacketInView.usualFrameOffset(larger, start, message.length);
        assertThat(frame).isIn(-1, view.frameOffset());
        if (frame >= 0) {
            assertThat(PacketInView.usualInPort(larger, start, frame)).isEqualTo(view.inPort());
        }
    }

    @ParameterizedTest
    @CsvSource({"OF10, 18", "OF12, 34", "OF13, 42", "OF14, 42", "OF15, 42"})
    void returnsTheFrameOffsetOfTheUsualForm(Version version, int offset) {
        byte[] bytes = Messages.encode(PacketIn.of(1, 1, Samples.FRAME), version, 0);
        assertThat(PacketInView.usualFrameOffset(bytes, 0, bytes.length)).isEqualTo(offset);
        assertThat(PacketInView.usualFrameOffset(bytes, 0, offset - 1)).isEqualTo(-1);
    }

    private static PacketIn packetIn10(Random random) {
        Bytes data = frame(random);
        return new PacketIn(
                bufferId(random),
                data.length() + random.nextInt(1_000),
                random.nextInt(256),
                0,
                -1,
                Match.of(Field.IN_PORT.is(port(random, 0xff00))),
                data);
    }

    private static PacketIn packetIn12(Version version, Random random) {
        Bytes data = frame(random);
        var fields = new ArrayList<Oxm>(MORE_FIELDS);
        Collections.shuffle(fields, random);
        fields.subList(random.nextInt(fields.size()), fields.size()).clear();
        if (random.nextInt(5) > 0) {
            fields.add(random.nextInt(fields.size() + 1), Field.IN_PORT.is(port(random, PortNumber.MAX)));
        }
        return new PacketIn(
                bufferId(random),
                data.length() + random.nextInt(1_000),
                random.nextInt(256),
                random.nextInt(256),
                version == Version.OF12 ? -1 : random.nextLong(),
                new Match(fields),
                data);
    }

    private static Bytes frame(Random random) {
        byte[] frame = new byte[random.nextInt(4) == 0 ? 0 : random.nextInt(200)];
        random.nextBytes(frame);
        return Bytes.of(frame);
    }

    private static long bufferId(Random random) {
        return random.nextBoolean() ? PacketIn.NO_BUFFER : random.nextLong(1L << 32);
    }

    private static long port(Random random, long max) {
        return random.nextInt(5) == 0 ? PortNumber.LOCAL : 1 + random.nextLong(max - 1);
    }

    @Test
    void wrapsOneMessageAfterAnother() {
        PacketIn buffered = new PacketIn(7, 1500, 1, 9, 5, Match.of(Field.IN_PORT.is(70_000)), Samples.FRAME);
        PacketIn whole = PacketIn.of(3, PacketIn.NO_BUFFER, Bytes.ofHex("00"));
        wrap(Messages.encode(buffered, Version.OF13, 1));
        wrap(Messages.encode(whole, Version.OF10, 2));
        assertThat(PacketInFields.of(view)).isEqualTo(PacketInFields.of(whole));
        wrap(Messages.encode(buffered, Version.OF13, 3));
        assertThat(PacketInFields.of(view)).isEqualTo(PacketInFields.of(buffered));
    }

    @Test
    void returnsPortAnyIfTheMatchHasNoPort() {
        wrap(Messages.encode(new PacketIn(7, 0, 0, 0, 0, Match.ANY, Bytes.EMPTY), Version.OF13, 1));
        assertThat(view.inPort()).isEqualTo(PortNumber.ANY);
    }

    @Test
    void viewAndRecordReturnTheFirstOfTwoPorts() {
        Match match = Match.of(Field.IN_PORT.is(3), Field.IN_PORT.is(4));
        wrap(Messages.encode(new PacketIn(7, 0, 0, 0, 0, match, Bytes.EMPTY), Version.OF13, 1));
        assertThat(view.inPort()).isEqualTo(3);
        assertThat(view.copy().inPort()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 17})
    void refusesATruncatedMessageOfOpenFlow10(int length) {
        byte[] bytes = Messages.encode(PacketIn.of(3, 7, Bytes.EMPTY), Version.OF10, 1);
        assertRefused(bytes, length, ErrorCode.BAD_LEN, "length", 2, "%d, needs at least 18".formatted(length));
    }

    @ParameterizedTest
    @CsvSource({"OF12, 8, 26", "OF12, 25, 26", "OF13, 8, 34", "OF13, 33, 34", "OF15, 33, 34"})
    void refusesATruncatedMessageOfLaterVersions(Version version, int length, int least) {
        byte[] bytes = Messages.encode(new PacketIn(7, 0, 0, 0, -1, Match.ANY, Bytes.EMPTY), version, 1);
        assertRefused(bytes, length, ErrorCode.BAD_LEN, "length", 2, "%d, needs at least %d".formatted(length, least));
    }

    /** The message has a match of 12 bytes with one field, padded to 16. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3, 17, 24, 0xfff9, 0xffff})
    void refusesAMatchWithAnInvalidLength(int length) {
        byte[] bytes = Messages.encode(PacketIn.of(3, 7, Bytes.EMPTY), Version.OF13, 1);
        ByteAccess.putShort(bytes, 26, length);
        assertRefused(
                bytes,
                bytes.length,
                ErrorCode.BAD_MATCH_LEN,
                "match.length",
                26,
                "%d, needs 4 to 16".formatted(length));
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 11})
    void refusesAMatchThatEndsWithinAField(int length) {
        byte[] bytes = Messages.encode(PacketIn.of(3, 7, Bytes.EMPTY), Version.OF13, 1);
        ByteAccess.putShort(bytes, 26, length);
        assertRefused(bytes, bytes.length, ErrorCode.BAD_MATCH_LEN, "match.fields", 28, "needs");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 0xffff})
    void refusesAMatchOfAnotherType(int type) {
        byte[] bytes = Messages.encode(PacketIn.of(3, 7, Bytes.EMPTY), Version.OF13, 1);
        ByteAccess.putShort(bytes, 24, type);
        assertRefused(bytes, bytes.length, ErrorCode.BAD_MATCH_TYPE, "match.type", 24, "%d, needs 1".formatted(type));
    }

    @ParameterizedTest
    @CsvSource({
        "80000003, '3 for in_port, needs 4'",
        // Half of a masked field is the mask.
        "80000104, '4 for in_port, needs 8'",
        "80000a04, '4 for dl_type, needs 2'",
        "ffff5503, '3, needs at least 4 for the experimenter'",
    })
    void refusesAMatchFieldWithAnInvalidLength(String header, String reason) {
        byte[] bytes = Messages.encode(PacketIn.of(3, 7, Bytes.EMPTY), Version.OF13, 1);
        Bytes.ofHex(header).copyTo(bytes, 28);
        assertRefused(bytes, bytes.length, ErrorCode.BAD_MATCH_LEN, "match.fields.length", 31, reason);
    }

    private void assertRefused(byte[] bytes, int length, ErrorCode error, String field, int offset, String reason) {
        Version version = Version.ofWire(bytes[0]).orElseThrow();
        assertThatThrownBy(() -> view.wrap(bytes, 0, length))
                .isInstanceOfSatisfying(MalformedMessageException.class, e -> {
                    assertThat(e.errorType()).isEqualTo(error.type(version));
                    assertThat(e.errorCode()).isEqualTo(error.code(version));
                    assertThat(e.field()).isEqualTo(field);
                    assertThat(e.offset()).isEqualTo(offset);
                })
                .hasMessageContaining(reason)
                .hasMessageStartingWith("PACKET_IN of OpenFlow " + version);
    }

    private void wrap(byte[] bytes) {
        view.wrap(bytes, 0, bytes.length);
    }
}
