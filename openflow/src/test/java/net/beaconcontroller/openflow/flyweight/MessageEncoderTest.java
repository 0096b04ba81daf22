package net.beaconcontroller.openflow.flyweight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.Samples;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Properties of both encoders: a message is written when it is sent, exactly once. */
class MessageEncoderTest {
    private static final byte[] BARRIER = Messages.encode(new BarrierRequest(), Version.OF13, 1);

    /** An encoder in a version. */
    enum Kind {
        FLOW_MOD_10(Version.OF10, true),
        FLOW_MOD_13(Version.OF13, true),
        PACKET_OUT_10(Version.OF10, false),
        PACKET_OUT_13(Version.OF13, false);

        final Version version;
        private final boolean isFlowMod;

        Kind(Version version, boolean isFlowMod) {
            this.version = version;
            this.isFlowMod = isFlowMod;
        }

        Driver on(Writer out) {
            return isFlowMod
                    ? new FlowModDriver(new FlowModEncoder(version, out))
                    : new PacketOutDriver(new PacketOutEncoder(version, out), version);
        }

        /** Returns the other encoder, which shares the connection's output. */
        Driver otherOn(Writer out) {
            return values()[ordinal() ^ 2].on(out);
        }
    }

    interface Driver {
        void begin(long xid);

        void output(long port);

        void send();
    }

    private record FlowModDriver(FlowModEncoder encoder) implements Driver {
        @Override
        public void begin(long xid) {
            encoder.begin(FlowMod.Command.ADD, xid).inPort(3);
        }

        @Override
        public void output(long port) {
            encoder.output(port);
        }

        @Override
        public void send() {
            encoder.send();
        }
    }

    private record PacketOutDriver(PacketOutEncoder encoder, Version version) implements Driver {
        @Override
        public void begin(long xid) {
            byte[] bytes = Messages.encode(PacketIn.of(3, PacketIn.NO_BUFFER, Samples.FRAME), version, 0);
            var view = new PacketInView();
            view.wrap(bytes, 0, bytes.length);
            encoder.begin(view, xid);
        }

        @Override
        public void output(long port) {
            encoder.output(port);
        }

        @Override
        public void send() {
            encoder.send();
        }
    }

    private final Writer out = new Writer(0);

    @ParameterizedTest
    @EnumSource
    void aMessageThatIsNotSentWritesNothing(Kind kind) {
        out.append(BARRIER);
        Driver message = kind.on(out);
        message.begin(1);
        message.output(1);
        assertThat(written()).isEqualTo(Bytes.of(BARRIER));
    }

    @ParameterizedTest
    @EnumSource
    void beginDiscardsTheMessageBegunBefore(Kind kind) {
        Driver message = kind.on(out);
        message.begin(1);
        message.output(1);
        message.begin(2);
        message.output(2);
        message.send();
        assertThat(written()).isEqualTo(sent(kind, 2, 2));
    }

    @ParameterizedTest
    @EnumSource
    void aRecordCanBeEncodedInsteadOfTheMessageBegun(Kind kind) {
        Driver message = kind.on(out);
        message.begin(1);
        message.output(1);
        Messages.encode(new BarrierRequest(), Version.OF13, 1, out);
        assertThat(written()).isEqualTo(Bytes.of(BARRIER));
    }

    @ParameterizedTest
    @EnumSource
    void encodesConsecutiveMessages(Kind kind) {
        Driver message = kind.on(out);
        for (int i = 1; i <= 1_000; i++) {
            message.begin(i);
            message.output(i);
            message.send();
        }
        int at = 0;
        for (int i = 1; i <= 1_000; i++) {
            Bytes expected = sent(kind, i, i);
            assertThat(Bytes.of(out.array(), at, expected.length())).isEqualTo(expected);
            at += expected.length();
        }
        assertThat(at).isEqualTo(out.length());
    }

    @ParameterizedTest
    @EnumSource
    void growsTheWriterForALongMessage(Kind kind) {
        out.append(BARRIER);
        Driver message = kind.on(out);
        message.begin(1);
        for (int port = 1; port <= 3_000; port++) {
            message.output(port);
        }
        message.send();
        assertThat(Bytes.of(out.array(), 0, BARRIER.length)).isEqualTo(Bytes.of(BARRIER));
        Message decoded = Messages.decode(out.array(), BARRIER.length, out.length() - BARRIER.length);
        assertThat(Bytes.of(Messages.encode(decoded, kind.version, 1)))
                .isEqualTo(Bytes.of(out.array(), BARRIER.length, out.length() - BARRIER.length));
    }

    @ParameterizedTest
    @EnumSource
    void refusesToSendBeforeBegin(Kind kind) {
        out.append(BARRIER);
        assertRefusesToSend(kind.on(out));
    }

    @ParameterizedTest
    @EnumSource
    void refusesToSendTwice(Kind kind) {
        Driver message = kind.on(out);
        message.begin(1);
        message.output(1);
        message.send();
        assertRefusesToSend(message);
    }

    @ParameterizedTest
    @EnumSource
    void refusesToSendTwiceAfterTheContentWasDiscarded(Kind kind) {
        Driver message = kind.on(out);
        message.begin(1);
        message.output(1);
        message.send();
        out.discard(out.length());
        assertRefusesToSend(message);
    }

    @ParameterizedTest
    @EnumSource
    void refusesToSendAfterTheOtherEncoderBegan(Kind kind) {
        Driver discarded = kind.on(out);
        Driver message = kind.otherOn(out);
        discarded.begin(1);
        message.begin(2);
        assertRefusesToSend(discarded);
    }

    @ParameterizedTest
    @EnumSource
    void aRefusedSendDoesNotAffectTheMessageOfTheOtherEncoder(Kind kind) {
        Driver discarded = kind.on(out);
        Driver message = kind.otherOn(out);
        discarded.begin(1);
        message.begin(2);
        message.output(2);
        assertRefusesToSend(discarded);
        message.send();
        assertThat(written()).isEqualTo(sent(Kind.values()[kind.ordinal() ^ 2], 2, 2));
    }

    @ParameterizedTest
    @EnumSource
    void refusesToSendAfterTheOtherEncoderSent(Kind kind) {
        Driver discarded = kind.on(out);
        Driver message = kind.otherOn(out);
        discarded.begin(1);
        message.begin(2);
        message.output(2);
        message.send();
        assertRefusesToSend(discarded);
    }

    @ParameterizedTest
    @EnumSource
    void refusesToSendAfterBytesWereAppended(Kind kind) {
        Driver message = kind.on(out);
        message.begin(1);
        out.append(BARRIER);
        assertRefusesToSend(message);
    }

    @ParameterizedTest
    @EnumSource
    void refusesToSendAfterBytesWereAppendedAndDiscarded(Kind kind) {
        Driver message = kind.on(out);
        message.begin(1);
        out.append(BARRIER);
        out.discard(BARRIER.length);
        assertRefusesToSend(message);
    }

    @ParameterizedTest
    @EnumSource
    void refusesToSendAfterTheContentMoved(Kind kind) {
        out.append(BARRIER);
        Driver message = kind.on(out);
        message.begin(1);
        out.discard(BARRIER.length);
        assertRefusesToSend(message);
    }

    @ParameterizedTest
    @EnumSource
    void sendsAfterTheWriterWasTrimmed(Kind kind) {
        Driver message = kind.on(out);
        message.begin(1);
        message.output(3);
        out.trim(0);
        message.send();
        assertThat(written()).isEqualTo(sent(kind, 1, 3));
    }

    @ParameterizedTest
    @EnumSource
    void refusesToSendAfterARecordThatTheVersionDoesNotSupport(Kind kind) {
        Driver message = kind.on(out);
        message.begin(1);
        assertThatThrownBy(() -> Messages.encode(
                        FlowMod.add().match(Field.METADATA.is(1)).build(), Version.OF10, 1, out))
                .isInstanceOf(UnsupportedByVersionException.class);
        assertRefusesToSend(message);
    }

    @ParameterizedTest
    @EnumSource(names = "FLOW_MOD.*", mode = EnumSource.Mode.MATCH_ANY)
    void refusesAFlowModLongerThan65535Bytes(Kind kind) {
        out.append(BARRIER);
        Driver message = kind.on(out);
        message.begin(1);
        for (int i = 0; i < 0x2000; i++) {
            message.output(1);
        }
        assertThatThrownBy(message::send)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("65535");
        assertThat(written()).isEqualTo(Bytes.of(BARRIER));
    }

    private void assertRefusesToSend(Driver message) {
        Bytes before = written();
        assertThatThrownBy(message::send).isInstanceOf(IllegalStateException.class);
        assertThat(written()).isEqualTo(before);
    }

    private static Bytes sent(Kind kind, long xid, long port) {
        var alone = new Writer(1_000);
        Driver message = kind.on(alone);
        message.begin(xid);
        message.output(port);
        message.send();
        return Bytes.of(alone.array(), 0, alone.length());
    }

    private Bytes written() {
        return Bytes.of(out.array(), 0, out.length());
    }
}
