package net.beaconcontroller.core;

import static net.beaconcontroller.core.ControllerFixture.EACH_DESIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.core.io.OutputBacklog;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.session.Session;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.Experimenter;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.switchkit.ScriptedSwitch.Behavior;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag(EACH_DESIGN)
class BackPressureTest {
    private static final int PAUSE_AT = 1 << 16;
    private static final int WRITE_LIMIT = 1 << 20;

    private static ControllerOptions small() {
        return small(1);
    }

    private static ControllerOptions small(int loops) {
        ControllerOptions options = ControllerFixture.withLoops(loops);
        return options.withIo(
                options.io().withLimits(ControllerOptions.Limits.DEFAULT.withOutput(PAUSE_AT, WRITE_LIMIT)));
    }

    private static void flood(ControllerFixture fixture) {
        fixture.controller.register("flood", (PacketInListener) (sw, in) -> {
            sw.packetOut(in).flood().send();
            return Next.STOP;
        });
    }

    /** Sends unbuffered packet-ins of one kilobyte on another thread. */
    private static CompletableFuture<Void> sendManyLarge(ScriptedSwitch fake, int count) {
        PacketIn packetIn = PacketIn.of(1, PacketIn.NO_BUFFER, Bytes.of(new byte[1000]));
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        for (int i = 0; i < count; i++) {
                            fake.send(packetIn);
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                Thread.ofPlatform()::start);
    }

    @Test
    void allMessagesAreHandledDespiteASlowListener() throws Exception {
        try (var fixture = new ControllerFixture(small())) {
            var handled = new AtomicInteger();
            fixture.controller.register("slow", (PacketInListener) (_, _) -> {
                ControllerFixture.work(20);
                handled.incrementAndGet();
                return Next.STOP;
            });
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            for (int i = 0; i < 20_000; i++) {
                fake.send(ControllerFixture.packetIn(i));
            }
            await().until(() -> handled.get() == 20_000);
        }
    }

    @Test
    void readingFromASwitchPausesWhileItDoesNotReadItsReplies() throws Exception {
        // More than fits into all buffers in between.
        int count = 30_000;
        try (var fixture = new ControllerFixture(small())) {
            flood(fixture);
            ScriptedSwitch slow = fixture.open(1, Version.OF13, Behavior.DISCARDING);
            fixture.active(1);
            ScriptedSwitch witness = fixture.connect(2, Version.OF13);
            slow.setReading(false);
            CompletableFuture<Void> sending = sendManyLarge(slow, count);
            Switch sw = fixture.active(1);
            // Reading has paused when the number of received messages stands still while more are being sent.
            await().during(Duration.ofMillis(200))
                    .until(
                            new Callable<Long>() {
                                private long last = -1;

                                @Override
                                public Long call() {
                                    long now = sw.counters().received(MessageType.PACKET_IN);
                                    long grown = now - last;
                                    last = now;
                                    return now == 0 ? 1 : grown;
                                }
                            },
                            grown -> grown == 0);
            assertThat(sending).isNotDone();
            assertThat(slow.isClosed()).isFalse();
            witness.send(ControllerFixture.packetIn(1));
            witness.await(PacketOut.class);
            slow.setReading(true);
            await().until(() -> slow.count(MessageType.PACKET_OUT) == count);
            sending.get();
        }
    }

    /** More than fits into all buffers in between. */
    private static final int LARGE = 400;

    private static final Experimenter LARGE_MESSAGE = new Experimenter(1, 1, Bytes.of(new byte[60_000]));

    @Test
    void aSwitchThatDoesNotReadTheRepliesToItsOwnMessagesIsDisconnected() throws Exception {
        try (var fixture = new ControllerFixture(small())) {
            fixture.controller.register("verbose", (PacketInListener) (sw, _) -> {
                if (sw.datapathId() == 1) {
                    for (int i = 0; i < LARGE; i++) {
                        sw.send(LARGE_MESSAGE);
                    }
                }
                return Next.PASS;
            });
            flood(fixture);
            ScriptedSwitch slow = fixture.connect(1, Version.OF13);
            ScriptedSwitch witness = fixture.connect(2, Version.OF13);
            slow.setReading(false);
            Switch sw = fixture.active(1);
            slow.send(ControllerFixture.packetIn(1));
            await().until(() -> !sw.isConnected());
            witness.send(ControllerFixture.packetIn(1));
            witness.await(PacketOut.class);
        }
    }

    @Test
    void messagesOfAnApplicationToASwitchThatDoesNotReadAreDroppedAndCounted() throws Exception {
        try (var fixture = new ControllerFixture(small())) {
            ScriptedSwitch slow = fixture.open(1, Version.OF13, Behavior.DISCARDING);
            Switch sw = fixture.active(1);
            slow.setReading(false);
            for (int i = 0; i < LARGE; i++) {
                sw.send(LARGE_MESSAGE);
                sw.execute(() -> sw.send(LARGE_MESSAGE));
            }
            var handled = new CompletableFuture<Void>();
            sw.execute(() -> handled.complete(null));
            handled.get(10, TimeUnit.SECONDS);
            assertThat(sw.counters().dropped()).isPositive();
            assertThat(((Session) sw).backlog().level()).isLessThan(WRITE_LIMIT);
            // The kernel may still take messages from the output for a while, so that some fit.
            var confirmed = new ArrayList<CompletableFuture<Void>>();
            await().until(() -> {
                confirmed.add(sw.sendConfirmed(List.of(LARGE_MESSAGE)));
                return confirmed.getLast().isCompletedExceptionally();
            });
            assertThatThrownBy(confirmed.getLast()::get).hasCauseInstanceOf(IOException.class);
            assertThat(sw.isConnected()).isTrue();
            slow.setReading(true);
            await().until(() -> slow.count(MessageType.EXPERIMENTER)
                    == 2 * LARGE + confirmed.size() - sw.counters().dropped());
        }
    }

    @Test
    void nothingWaitsWhenASwitchHasReadTheMessagesOfOtherThreads() throws Exception {
        // Without echo requests, whose output would correct the level.
        var timeouts = ControllerOptions.Timeouts.DEFAULT.withEcho(Duration.ofDays(1), Duration.ofDays(2));
        try (var fixture = new ControllerFixture(small().withTimeouts(timeouts))) {
            ScriptedSwitch fake = fixture.open(1, Version.OF13, Behavior.DISCARDING);
            Switch sw = fixture.active(1);
            sw.send(LARGE_MESSAGE);
            await().until(() -> fake.count(MessageType.EXPERIMENTER) == 1);
            await().until(() -> ((Session) sw).backlog().level() == 0);
        }
    }

    private static final int PACKET_INS = 40;

    /** Sends ten messages to the second switch for each packet-in of the first one. */
    private static void amplify(ControllerFixture fixture) {
        fixture.controller.register("amplifier", (PacketInListener) (sw, in) -> {
            if (sw.datapathId() == 1) {
                Switch second = fixture.controller.switchOf(2).orElseThrow();
                for (int i = 0; i < LARGE / PACKET_INS; i++) {
                    second.send(LARGE_MESSAGE);
                }
                sw.packetOut(in).output(1).send();
            }
            return Next.STOP;
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aSwitchThatDoesNotReadStaysConnectedWhileAnotherSendsToIt(int loops) throws Exception {
        try (var fixture = new ControllerFixture(small(loops))) {
            amplify(fixture);
            ScriptedSwitch sender = fixture.open(1, Version.OF13, Behavior.DISCARDING);
            ScriptedSwitch slow = fixture.open(2, Version.OF13, Behavior.DISCARDING);
            fixture.active(1);
            Switch sw = fixture.active(2);
            slow.setReading(false);
            CompletableFuture<Void> sending = sendManyLarge(sender, PACKET_INS);
            // Although the other switch does not read, it delays this one for a limited time.
            await().until(() -> sender.count(MessageType.PACKET_OUT) == PACKET_INS);
            sending.get();
            assertThat(sw.isConnected()).isTrue();
            assertThat(((Session) sw).backlog().level()).isLessThan(WRITE_LIMIT);
            assertThat(sw.counters().dropped()).isPositive();
            slow.setReading(true);
            await().until(() -> slow.count(MessageType.EXPERIMENTER)
                    == LARGE - sw.counters().dropped());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void noMessageIsDroppedWhileASwitchReadsMoreSlowlyThanAnotherSendsToIt(int loops) throws Exception {
        try (var fixture = new ControllerFixture(small(loops))) {
            amplify(fixture);
            ScriptedSwitch sender = fixture.open(1, Version.OF13, Behavior.DISCARDING);
            ScriptedSwitch slow = fixture.open(2, Version.OF13, Behavior.DISCARDING);
            fixture.active(1);
            Switch sw = fixture.active(2);
            OutputBacklog backlog = ((Session) sw).backlog();
            slow.setReading(false);
            CompletableFuture<Void> sending = sendManyLarge(sender, PACKET_INS);
            await().pollInterval(Duration.ofMillis(50)).until(() -> backlog.isCongested(backlog.level()));
            slow.setReading(true);
            sending.get();
            await().until(() ->
                    slow.count(MessageType.EXPERIMENTER) + sw.counters().dropped() == LARGE);
            assertThat(sw.counters().dropped()).isZero();
            assertThat(sw.isConnected()).isTrue();
        }
    }
}
