package net.beaconcontroller.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.topology.Link.Kind;
import net.beaconcontroller.topology.ProbeFormat.ReadResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProbeFormatTest {
    private static final SwitchPort FROM = new SwitchPort(0x8000_0000_0000_0007L, 0xffff_feffL);
    private static final long SOURCE = 0x0200_0000_0001L;
    private static final int ETHERNET = Ethernet.HEADER_LENGTH;

    private final ProbeFormat format = new ProbeFormat();

    private static ReadResult read(ProbeFormat format, byte... bytes) {
        var frame = new Ethernet();
        frame.wrap(bytes, 0, bytes.length);
        assertThat(Topology.mayBeProbe(frame.type())).isTrue();
        return format.read(frame);
    }

    /** Returns the offset after the signature: of the end TLV, or of the padding. */
    private static int endOfValue(Kind kind, byte[] frame) {
        return kind == Kind.DIRECT ? frame.length - 2 : ETHERNET + 40;
    }

    @ParameterizedTest
    @EnumSource
    void readsTheProbeThatWasWritten(Kind kind) {
        var probe = new Probe(kind, FROM, -5);
        byte[] frame = format.frame(probe, SOURCE);
        assertThat(read(format, frame)).isEqualTo(probe);
        assertThat(Ethernet.sourceOf(frame, 0)).isEqualTo(SOURCE);
    }

    @ParameterizedTest
    @EnumSource
    void readsAProbeAtAnOffsetAndWithPadding(Kind kind) {
        var probe = new Probe(kind, FROM, 1L << 62);
        byte[] frame = format.frame(probe, SOURCE);
        byte[] message = new byte[18 + frame.length + 30];
        System.arraycopy(frame, 0, message, 18, frame.length);
        var view = new Ethernet();
        view.wrap(message, 18, frame.length + 30);
        assertThat(format.read(view)).isEqualTo(probe);
    }

    @ParameterizedTest
    @EnumSource
    void rejectsAProbeSignedWithAnotherKey(Kind kind) {
        byte[] frame = new ProbeFormat().frame(new Probe(kind, FROM, 1), SOURCE);
        assertThat(read(format, frame)).isEqualTo(ProbeOutcome.FORGED);
    }

    @ParameterizedTest
    @EnumSource
    void rejectsAProbeInWhichAnySignedBitIsFlipped(Kind kind) {
        byte[] frame = format.frame(new Probe(kind, FROM, 1), SOURCE);
        int end = endOfValue(kind, frame);
        for (int bit = (end - 36) * 8; bit < end * 8; bit++) {
            byte[] changed = frame.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(read(format, changed)).as("bit " + bit).isEqualTo(ProbeOutcome.FORGED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void rejectsAProbeThatWasSentOnToAnotherAddress(Kind kind) {
        byte[] frame = format.frame(new Probe(kind, FROM, 1), SOURCE);
        ByteAccess.putMac(frame, 0, SOURCE);
        assertThat(read(format, frame)).isEqualTo(ProbeOutcome.MISADDRESSED);
    }

    @Test
    void rejectsADirectProbeResentAsABroadcast() {
        byte[] direct = format.frame(new Probe(Kind.DIRECT, FROM, 1), SOURCE);
        byte[] broadcast = format.frame(new Probe(Kind.INDIRECT, FROM, 1), SOURCE);
        System.arraycopy(direct, direct.length - 2 - 40, broadcast, ETHERNET, 40);
        assertThat(read(format, broadcast)).isEqualTo(ProbeOutcome.FORGED);
    }

    @ParameterizedTest
    @EnumSource
    void rejectsATruncatedProbe(Kind kind) {
        byte[] frame = format.frame(new Probe(kind, FROM, 1), SOURCE);
        int needed = endOfValue(kind, frame);
        for (int length = ETHERNET; length < needed; length++) {
            assertThat(read(format, Arrays.copyOf(frame, length)))
                    .as("%d of %d bytes", length, frame.length)
                    .isIn(ProbeOutcome.MALFORMED, ProbeOutcome.UNRECOGNIZED);
        }
        int tooShort = needed - 1;
        assertThat(read(format, Arrays.copyOf(frame, tooShort)))
                .isEqualTo(kind == Kind.DIRECT ? ProbeOutcome.UNRECOGNIZED : ProbeOutcome.MALFORMED);
    }

    @Test
    void doesNotRecognizeTheLldpOfOtherDevices() {
        byte[] frame = format.frame(new Probe(Kind.DIRECT, FROM, 1), SOURCE);
        int organization = frame.length - 2 - 40;
        frame[organization] = 0x55;
        assertThat(read(format, frame)).isEqualTo(ProbeOutcome.UNRECOGNIZED);
        byte[] malformed = frame.clone();
        // replaces the type of the mandatory chassis id TLV
        malformed[ETHERNET] = 0x7f;
        assertThat(read(format, malformed)).isEqualTo(ProbeOutcome.MALFORMED);
    }
}
