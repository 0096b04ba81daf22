package net.beaconcontroller.openflow.flyweight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.Samples;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The encoder writes the bytes that encoding an equal {@link PacketOut} writes. */
class PacketOutEncoderTest {
    private static final long SEED = 20260201;

    private final Writer out = new Writer(1 << 20) {
        @Override
        protected void dropped() {
            dropped++;
        }
    };
    private int dropped;

    @BeforeEach
    void fillTheWriter() {
        Arrays.fill(out.array(), (byte) 0xa5);
    }

    @EachVersion
    void includesAnUnbufferedPacket(Version version) {
        PacketInView in = view(PacketIn.of(3, PacketIn.NO_BUFFER, Samples.FRAME), version);
        new PacketOutEncoder(version, out).begin(in, Samples.XID).output(7).send();
        var expected = new PacketOut(PacketIn.NO_BUFFER, 3, List.of(new Action.Output(7)), Samples.FRAME);
        assertThat(written()).isEqualTo(Bytes.of(Messages.encode(expected, version, Samples.XID)));
    }

    @EachVersion
    void includesTheBufferIdOfABufferedPacket(Version version) {
        PacketInView in = view(PacketIn.of(3, 0xfffffffeL, Samples.FRAME), version);
        new PacketOutEncoder(version, out).begin(in, Samples.XID).output(7).send();
        var expected = new PacketOut(0xfffffffeL, 3, List.of(new Action.Output(7)), Bytes.EMPTY);
        assertThat(written()).isEqualTo(Bytes.of(Messages.encode(expected, version, Samples.XID)));
    }

    @EachVersion
    void dropsThePacket(Version version) {
        PacketInView in = view(PacketIn.of(PortNumber.LOCAL, 5, Samples.FRAME), version);
        new PacketOutEncoder(version, out).begin(in, Samples.XID).output(1).drop();
        assertThat(decoded()).isEqualTo(new PacketOut(5, PortNumber.LOCAL, List.of(), Bytes.EMPTY));
    }

    @EachVersion
    void floodsToTheReservedPort(Version version) {
        PacketInView in = view(PacketIn.of(3, 5, Samples.FRAME), version);
        new PacketOutEncoder(version, out).begin(in, Samples.XID).flood().send();
        assertThat(decoded()).isEqualTo(new PacketOut(5, 3, List.of(new Action.Output(PortNumber.FLOOD)), Bytes.EMPTY));
    }

    @EachVersion
    void includesAnEmptyPacket(Version version) {
        PacketInView in = view(PacketIn.of(3, PacketIn.NO_BUFFER, Bytes.EMPTY), version);
        new PacketOutEncoder(version, out).begin(in, Samples.XID).output(1).send();
        assertThat(decoded())
                .isEqualTo(new PacketOut(PacketIn.NO_BUFFER, 3, List.of(new Action.Output(1)), Bytes.EMPTY));
    }

    @EachVersion
    void growsTheWriterForALargePacket(Version version) {
        byte[] frame = new byte[60_000];
        new SplittableRandom(SEED).nextBytes(frame);
        PacketInView in = view(PacketIn.of(3, PacketIn.NO_BUFFER, Bytes.of(frame)), version);
        var small = new Writer(0);
        small.append(new byte[] {1, 2, 3});
        new PacketOutEncoder(version, small).begin(in, 1).output(1).send();
        assertThat(Messages.decode(small.array(), 3, small.length() - 3))
                .isEqualTo(new PacketOut(PacketIn.NO_BUFFER, 3, List.of(new Action.Output(1)), Bytes.of(frame)));
    }

    @EachVersion
    void splitsOutputsOverPacketOutsThatFit(Version version) {
        var encoder = new PacketOutEncoder(version, out);
        for (int outputs : new int[] {1, 48}) {
            for (int length = 65_400; length <= longestFrame(version); length++) {
                Bytes frame = Bytes.of(new byte[length]);
                send(encoder, view(PacketIn.of(3, PacketIn.NO_BUFFER, frame), version), outputs);
                boolean canBeSent = lengthWithOneOutput(version) + length <= Header.MAX_MESSAGE_LENGTH;
                assertThat(sentPorts(frame)).as("%d bytes", length).isEqualTo(canBeSent ? ports(outputs) : List.of());
                assertThat(dropped).as("%d bytes", length).isEqualTo(canBeSent ? 0 : 1);
                dropped = 0;
                out.discard(out.length());
            }
        }
    }

    @EachVersion
    void sendsAPacketOutOfFiveThousandPorts(Version version) {
        PacketInView in = view(PacketIn.of(3, PacketIn.NO_BUFFER, Samples.FRAME), version);
        send(new PacketOutEncoder(version, out), in, 5_000);
        assertThat(sentPorts(Samples.FRAME)).isEqualTo(ports(5_000));
    }

    @EachVersion
    void usesABufferOnceWhenOutputsAreSplit(Version version) {
        send(new PacketOutEncoder(version, out), view(PacketIn.of(3, 5, Samples.FRAME), version), 10_000);
        List<PacketOut> sent = sent();
        assertThat(sent).hasSizeGreaterThan(1);
        assertThat(sent.getFirst().bufferId()).isEqualTo(5);
        assertThat(sent.subList(1, sent.size()))
                .allMatch(packet ->
                        packet.bufferId() == PacketIn.NO_BUFFER && packet.data().equals(Samples.FRAME));
        assertThat(sent.stream().flatMap(packet -> packet.actions().stream())).hasSize(10_000);
    }

    @EachVersion
    void dropsATruncatedPacketThatIsNotBuffered(Version version) {
        var encoder = new PacketOutEncoder(version, out);
        encoder.begin(view(truncated(PacketIn.NO_BUFFER), version), Samples.XID)
                .output(1)
                .send();
        assertThat(out.length()).isZero();
        assertThat(dropped).isEqualTo(1);
        encoder.begin(view(truncated(5), version), Samples.XID).output(1).send();
        assertThat(decoded()).isEqualTo(new PacketOut(5, 3, List.of(new Action.Output(1)), Bytes.EMPTY));
        assertThat(dropped).isEqualTo(1);
    }

    private static PacketIn truncated(long bufferId) {
        return new PacketIn(bufferId, Samples.FRAME.length() + 1, 0, 0, -1, Match.ofInPort(3), Samples.FRAME);
    }

    private static void send(PacketOutEncoder encoder, PacketInView in, int outputs) {
        encoder.begin(in, Samples.XID);
        for (int port = 1; port <= outputs; port++) {
            encoder.output(port);
        }
        encoder.send();
    }

    private static List<Long> ports(int count) {
        return LongStream.rangeClosed(1, count).boxed().toList();
    }

    private List<PacketOut> sent() {
        var packets = new ArrayList<PacketOut>();
        for (int at = 0; at < out.length(); at += Header.length(out.array(), at)) {
            packets.add((PacketOut) Messages.decode(out.array(), at, Header.length(out.array(), at)));
        }
        return packets;
    }

    /** Returns the ports to which this frame was sent, in order. */
    private List<Long> sentPorts(Bytes frame) {
        return sent().stream()
                .filter(packet -> packet.data().equals(frame))
                .flatMap(packet -> packet.actions().stream())
                .map(action -> ((Action.Output) action).port())
                .toList();
    }

    private static int longestFrame(Version version) {
        PacketIn empty = PacketIn.of(3, PacketIn.NO_BUFFER, Bytes.EMPTY);
        return Header.MAX_MESSAGE_LENGTH - Messages.encode(empty, version, 0).length;
    }

    private static int lengthWithOneOutput(Version version) {
        var packet = new PacketOut(PacketIn.NO_BUFFER, 3, List.of(new Action.Output(1)), Bytes.EMPTY);
        return Messages.encode(packet, version, 0).length;
    }

    @Test
    void usesPortAnyIfThePacketInHasNoPort() {
        PacketInView in = view(new PacketIn(5, 0, 0, 0, 0, Match.ANY, Bytes.EMPTY), Version.OF13);
        new PacketOutEncoder(Version.OF13, out).begin(in, Samples.XID).drop();
        assertThat(decoded()).isEqualTo(new PacketOut(5, PortNumber.ANY, List.of(), Bytes.EMPTY));
    }

    @Test
    void refusesToSendWithoutAnAction() {
        PacketInView in = view(PacketIn.of(3, 5, Samples.FRAME), Version.OF13);
        PacketOutEncoder packet = new PacketOutEncoder(Version.OF13, out).begin(in, 1);
        assertThatThrownBy(packet::send)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("drop()");
        assertThat(out.length()).isZero();
    }

    @Test
    void refusesAPortThatOpenFlow10DoesNotSupport() {
        PacketInView in = view(PacketIn.of(3, 5, Samples.FRAME), Version.OF10);
        PacketOutEncoder packet = new PacketOutEncoder(Version.OF10, out).begin(in, 1);
        assertThatThrownBy(() -> packet.output(0x10000)).isInstanceOf(UnsupportedByVersionException.class);
        assertThat(out.length()).isZero();
    }

    @EachVersion
    void randomPacketOutsEqualTheirRecords(Version version) {
        var encoder = new PacketOutEncoder(version, out);
        var expected = new ArrayList<PacketOut>();
        for (int i = 0; i < 3_000; i++) {
            expected.add(write(encoder, version, new SplittableRandom(SEED + i), i));
        }
        int at = 0;
        for (int i = 0; i < expected.size(); i++) {
            int length = Header.length(out.array(), at);
            assertThat(Messages.decode(out.array(), at, length))
                    .as("seed %d", SEED + i)
                    .isEqualTo(expected.get(i));
            assertThat(Bytes.of(out.array(), at, length))
                    .as("seed %d", SEED + i)
                    .isEqualTo(Bytes.of(Messages.encode(expected.get(i), version, i)));
            at += length;
        }
        assertThat(at).isEqualTo(out.length());
    }

    /** Encodes a random packet-out, and returns an equal record. */
    private static PacketOut write(PacketOutEncoder encoder, Version version, SplittableRandom random, long xid) {
        byte[] frame = new byte[random.nextInt(random.nextInt(20) == 0 ? 2000 : 100)];
        random.nextBytes(frame);
        long bufferId = random.nextBoolean() ? PacketIn.NO_BUFFER : random.nextLong(PacketIn.NO_BUFFER);
        PacketIn in = PacketIn.of(1 + random.nextLong(0xfeff), bufferId, Bytes.of(frame));
        encoder.begin(view(in, version), xid);
        var actions = new ArrayList<Action>();
        for (int i = random.nextInt(random.nextInt(20) == 0 ? 200 : 4); i > 0; i--) {
            long port = port(version, random);
            encoder.output(port);
            actions.add(new Action.Output(port));
        }
        if (actions.isEmpty()) {
            encoder.drop();
        } else {
            encoder.send();
        }
        return new PacketOut(bufferId, in.inPort(), actions, bufferId == PacketIn.NO_BUFFER ? in.data() : Bytes.EMPTY);
    }

    private static long port(Version version, SplittableRandom random) {
        if (random.nextInt(4) == 0) {
            return PortNumber.IN_PORT + random.nextInt(8);
        }
        return 1 + random.nextLong(version == Version.OF10 ? 0xfeff : PortNumber.MAX);
    }

    private static PacketInView view(PacketIn in, Version version) {
        byte[] bytes = Messages.encode(in, version, 0);
        var view = new PacketInView();
        view.wrap(bytes, 0, bytes.length);
        return view;
    }

    private Message decoded() {
        return Messages.decode(out.array(), 0, out.length());
    }

    private Bytes written() {
        return Bytes.of(out.array(), 0, out.length());
    }
}
