package net.beaconcontroller.emulator.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import net.beaconcontroller.emulator.link.EmulatedLink;
import net.beaconcontroller.emulator.link.FrameSink;
import net.beaconcontroller.emulator.network.StreamActivity;
import net.beaconcontroller.emulator.network.StreamReport;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TCP streams between two hosts with a direct link. */
class TcpTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int SEGMENT = TcpSegment.MAX_LENGTH;

    private final Wiring wiring = new Wiring();
    private final EmulatedHost h1 = wiring.host("h1");
    private final EmulatedHost h2 = wiring.host("h2");

    TcpTest() throws IOException {}

    @AfterEach
    void close() {
        wiring.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, SEGMENT, SEGMENT + 1, 10L * SEGMENT, 1_000_000})
    void allBytesAreAcknowledged(long bytes) {
        wiring.join(h1, h2);
        StreamReport report = stream(bytes, TIMEOUT);
        assertThat(report.isFlawless()).isTrue();
        assertThat(report.acknowledged()).isEqualTo(bytes);
        assertThat(report.resent()).isZero();
        assertThat(h1.counters().damaged() + h2.counters().damaged()).isZero();
    }

    @Test
    void opensAndClosesAConnectionOnBothSides() {
        wiring.join(h1, h2);
        List<TcpSegment> segments = listenToBoth();
        stream(SEGMENT + 5L, TIMEOUT);
        await().until(() -> segments.size() == 9);
        int first = segments.getFirst().sequence();
        assertThat(segments)
                .extracting(segment -> text(segment, first))
                .containsExactly(
                        "h1 SYN 0 +0",
                        "h2 SYN|ACK 0 +0 acknowledges 1",
                        "h1 PSH|ACK 1 +1440 acknowledges 1",
                        "h1 PSH|ACK 1441 +5 acknowledges 1",
                        "h1 FIN|ACK 1446 +0 acknowledges 1",
                        "h2 ACK 1 +0 acknowledges 1441",
                        "h2 ACK 1 +0 acknowledges 1446",
                        "h2 FIN|ACK 1 +0 acknowledges 1447",
                        "h1 ACK 1447 +0 acknowledges 2");
        assertThat(segments)
                .filteredOn(segment -> segment.source() == address(h1))
                .allSatisfy(segment -> {
                    assertThat(segment.sourcePort()).isBetween(49152, 65535);
                    assertThat(segment.destinationPort()).isEqualTo(EmulatedHost.DISCARD_PORT);
                });
    }

    @Test
    void retransmitsLostSegments() {
        wiring.join(h1, h2, Duration.ofMillis(1), 0.02);
        StreamReport report = stream(2_000_000, TIMEOUT);
        assertThat(report.isFlawless()).as("%s", report).isTrue();
        // Of about 1,400 segments 28 are lost, and some acknowledgments.
        assertThat(report.resent()).isBetween(20L, 300L);
    }

    @Test
    void recoversASingleLossWithoutATimeout() {
        wiring.join(h1, h2);
        wiring.onLoop(() -> h1.plug(new Losing(wiring.link(Duration.ZERO, 0), 30)));
        StreamReport report = stream(300_000, TIMEOUT);
        assertThat(report.outcome()).isEqualTo(StreamOutcome.COMPLETE);
        assertThat(report.resent()).isEqualTo(1);
        assertThat(report.time()).isLessThan(Duration.ofMillis(200));
    }

    @Test
    void aStreamTimesOutWithoutAcknowledgments() {
        EmulatedLink link = wiring.join(h1, h2, Duration.ofMillis(5), 0);
        StreamActivity run = start(1_000_000, Duration.ofMillis(300));
        await().until(() -> wiring.loop.call(run::progress).matches("[1-9].*"));
        wiring.onLoop(() -> link.update(false));
        StreamReport report = run.report().join();
        assertThat(report.outcome()).isEqualTo(StreamOutcome.TIMED_OUT);
        assertThat(report.acknowledged()).isBetween(1L, 999_999L);
    }

    @Test
    void answersASegmentWithoutAConnectionWithAReset() {
        wiring.join(h1, h2);
        List<TcpSegment> segments = listenToBoth();
        send(new TcpSegment(address(h1), 1000, address(h2), 9, 77, 5, TcpSegment.ACK, 3));
        await().until(() -> segments.size() == 2);
        assertThat(text(segments.getLast(), 0)).isEqualTo("h2 RST|ACK 5 +0 acknowledges 80");
    }

    @Test
    void aResetEndsAStream() {
        wiring.join(h1, h2);
        // h2 receives frames, but its own frames are dropped.
        wiring.onLoop(() -> h2.plug(_ -> {}));
        List<TcpSegment> segments = listenToBoth();
        wiring.onLoop(() -> h1.plug(frame -> h2.receive(frame)));
        knowEachOther();
        StreamActivity run = start(5000, TIMEOUT);
        await().until(() -> !segments.isEmpty());
        wiring.onLoop(() -> h2.plug(frame -> h1.receive(frame)));
        TcpSegment syn = segments.getFirst();
        wiring.onLoop(
                () -> h1.receive(frame(syn.answer(0, syn.sequence() + 1, TcpSegment.RST | TcpSegment.ACK), h2, h1)));
        assertThat(run.report().join().outcome()).isEqualTo(StreamOutcome.REFUSED);
    }

    @Test
    void countsRepeatedSegmentsButNotRetransmissionsAsDuplicates() {
        wiring.join(h1, h2);
        knowEachOther();
        wiring.onLoop(() -> h1.plug(frame -> {
            h2.receive(frame);
            h2.receive(frame);
        }));
        StreamReport report = stream(SEGMENT, TIMEOUT);
        assertThat(report.outcome()).isEqualTo(StreamOutcome.COMPLETE);
        assertThat(report.duplicates())
                .as("SYN, bytes, FIN, and perhaps the last ACK")
                .isBetween(3L, 4L);
        assertThat(h2.counters().duplicates()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void runsManyStreamsAtATime() {
        wiring.join(h1, h2, Duration.ofMillis(1), 0);
        var activities = new ArrayList<StreamActivity>();
        for (int i = 0; i < 40; i++) {
            // 40 windows of 45 segments exceed the capacity of the link.
            activities.add(start(100_000, TIMEOUT));
        }
        assertThat(activities)
                .allSatisfy(run -> assertThat(run.report().join().isFlawless()).isTrue());
    }

    @Test
    void acceptsOutOfOrderSegmentsOnceTheGapIsFilled() {
        var receiver = new TcpReceiver(arrived(-2, TcpSegment.SYN, 0));
        assertThat(receiver.receive(arrived(-1, TcpSegment.ACK, 10)).acknowledgment())
                .isEqualTo(9);
        assertThat(receiver.receive(arrived(29, TcpSegment.ACK, 10)).acknowledgment())
                .isEqualTo(9);
        assertThat(receiver.receive(arrived(39, TcpSegment.FIN, 0)).acknowledgment())
                .isEqualTo(9);
        assertThat(receiver.receive(arrived(19, TcpSegment.ACK, 10)).acknowledgment())
                .isEqualTo(9);
        TcpSegment last = receiver.receive(arrived(9, TcpSegment.ACK, 10));
        assertThat(last.acknowledgment()).isEqualTo(40);
        assertThat(last.has(TcpSegment.FIN)).isTrue();
    }

    @Test
    void survivesRandomFrames() {
        wiring.join(h1, h2);
        var frames = new CopyOnWriteArrayList<byte[]>();
        h2.setListener(frames::add);
        stream(SEGMENT, TIMEOUT);
        for (byte[] frame : frames) {
            for (int length = 0; length < frame.length; length++) {
                h1.send(Arrays.copyOf(frame, length));
            }
        }
        for (int offset = 0; offset < 16; offset++) {
            byte[] frame = frame(new TcpSegment(address(h1), 5, address(h2), 9, 1, 1, 0xff, 0), h1, h2);
            frame[Ethernet.HEADER_LENGTH + 20 + 12] = (byte) (offset << 4);
            h1.send(frame);
        }
        assertThat(stream(1, TIMEOUT).outcome()).isEqualTo(StreamOutcome.COMPLETE);
    }

    /** A wire that drops one frame. */
    private final class Losing implements FrameSink {
        private final EmulatedLink link;
        private int left;

        Losing(EmulatedLink link, int number) {
            this.link = link;
            this.left = number;
            link.attachB(h2);
            link.update(true);
        }

        @Override
        public void send(byte[] frame) {
            if (--left != 0) {
                link.fromA().send(frame);
            }
        }
    }

    private StreamReport stream(long bytes, Duration timeout) {
        return start(bytes, timeout).report().join();
    }

    private StreamActivity start(long bytes, Duration timeout) {
        var run = new StreamActivity(wiring.loop, wiring.probes, h1, h2, bytes, timeout.toNanos());
        wiring.onLoop(run::start);
        return run;
    }

    private void knowEachOther() {
        wiring.onLoop(() -> {
            h1.receive(FrameBuilder.ethernet(h1.mac(), h2.mac())
                    .arpReply(address(h2), address(h1))
                    .build());
        });
    }

    private void send(TcpSegment segment) {
        h1.send(frame(segment, h1, h2));
    }

    private static byte[] frame(TcpSegment segment, EmulatedHost from, EmulatedHost to) {
        FrameBuilder packet = FrameBuilder.ethernet(to.mac(), from.mac()).ipv4(segment.source(), segment.destination());
        return segment.appendTo(packet, Long.MAX_VALUE).build();
    }

    private TcpSegment arrived(int sequence, int flags, int length) {
        return new TcpSegment(address(h1), 1000, address(h2), 9, sequence, 0, flags, length);
    }

    /** Returns a list of the segments that the hosts receive from now on. */
    private List<TcpSegment> listenToBoth() {
        var segments = new CopyOnWriteArrayList<TcpSegment>();
        for (EmulatedHost host : List.of(h1, h2)) {
            host.setListener(frame -> {
                var ethernet = new Ethernet();
                ethernet.wrap(frame, 0, frame.length);
                var ipv4 = ethernet.ipv4();
                if (ipv4 != null && ipv4.tcp() != null) {
                    segments.add(Objects.requireNonNull(TcpSegment.read(ipv4)));
                }
            });
        }
        return segments;
    }

    private String text(TcpSegment segment, int first) {
        boolean isFirst = segment.source() == address(h1);
        var flags = new ArrayList<String>();
        for (var flag : List.of("FIN", "SYN", "RST", "PSH", "ACK")) {
            int bit = 1 << List.of("FIN", "SYN", "RST", "PSH", "ACK").indexOf(flag);
            if (segment.has(bit)) {
                flags.add(flag);
            }
        }
        String text = "%s %s %d +%d"
                .formatted(
                        isFirst ? "h1" : "h2",
                        String.join("|", flags),
                        segment.sequence() - (isFirst ? first : 0),
                        segment.length());
        return segment.has(TcpSegment.ACK)
                ? text + " acknowledges %d".formatted(segment.acknowledgment() - (isFirst ? 0 : first))
                : text;
    }

    private static long address(EmulatedHost host) {
        return host.address().orElseThrow();
    }
}
