package net.beaconcontroller.probe.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.learningswitch.LearningSwitch;
import net.beaconcontroller.openflow.Version;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of profiles, with a controller that misbehaves on request. */
class ProfileRunTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private OpenFlowController controller;

    @BeforeEach
    void start() throws IOException {
        controller = new OpenFlowController(
                ControllerOptions.onFreePort().withIo(ControllerOptions.Io.DEFAULT.withLoops(1)));
        controller.register("learningswitch", new LearningSwitch());
        controller.start();
    }

    @AfterEach
    void stop() {
        controller.close();
    }

    private static ProfileSettings settings(Duration timeout, String steps) {
        return new ProfileSettings(Profile.parse("test", steps), Version.OF13, 3, 10, timeout);
    }

    private List<StepResult> run(ProfileSettings settings) throws Exception {
        return run(settings, 1);
    }

    private List<StepResult> run(ProfileSettings settings, int firstStep) throws Exception {
        var target = new Target(
                controller.address(), OptionalLong.of(ProcessHandle.current().pid()));
        try (var run = new ProfileRun(target, settings, firstStep)) {
            return run.run(new Silence());
        }
    }

    @Test
    void eachStepHasItsRate() throws Exception {
        List<StepResult> steps = run(settings(TIMEOUT, "1s 300\n0.5s 4000\n"));

        assertThat(steps).extracting(StepResult::due).containsExactly(300L, 2000L);
        assertThat(steps).allMatch(step -> step.sent() == step.due() && step.answered() == step.due());
        assertThat(steps).allMatch(StepResult::isGood);
        assertThat(steps).allMatch(step -> step.resources().isPresent());
    }

    @Test
    void aPauseOfTheControllerShowsInAllPacketInsThatWereDueInIt() throws Exception {
        var paused = new AtomicBoolean();
        onPacketIn(_ -> {
            if (paused.compareAndSet(false, true)) {
                sleep(Duration.ofMillis(500));
            }
        });

        StepResult step = run(settings(TIMEOUT, "1s 1000\n")).getFirst();

        assertThat(step.lost()).isZero();
        // Of the 500 packet-ins that were due in the pause, 250 waited for more than half of it.
        assertThat(step.micros(80)).isGreaterThan(250_000);
    }

    @Test
    void answersAfterTheTimeoutAreLateAndTheirPacketInsLost() throws Exception {
        var paused = new AtomicBoolean();
        onPacketIn(_ -> {
            if (paused.compareAndSet(false, true)) {
                sleep(Duration.ofMillis(600));
            }
        });

        List<StepResult> steps = run(settings(Duration.ofMillis(300), "1s 1000\n0.5s 100\n"));
        StepResult all = ProfileReport.total(steps);

        assertThat(all.lost()).isGreaterThanOrEqualTo(290);
        assertThat(all.late()).isEqualTo(all.lost());
        assertThat(all.answered() + all.lost()).isEqualTo(all.due());
        assertThat(all.closed()).isZero();
    }

    @Test
    void unansweredPacketInsAreLost() throws Exception {
        var count = new AtomicLong();
        controller.register("loss", new Filter(_ -> count.getAndIncrement() % 10 == 9 ? Next.STOP : Next.PASS));

        StepResult step = run(settings(Duration.ofMillis(500), "1s 1000\n")).getFirst();

        assertThat(step.lost()).isBetween(99L, 101L);
        assertThat(step.late()).isZero();
        assertThat(step.answered()).isEqualTo(1000 - step.lost());
    }

    @Test
    void aConnectionThatTheControllerClosesIsCountedAndOpenedAgain() throws Exception {
        var closed = new AtomicBoolean();
        onPacketIn(sw -> {
            if (closed.compareAndSet(false, true)) {
                sw.disconnect("test");
            }
        });

        List<StepResult> steps = run(settings(Duration.ofMillis(500), "3s 300\n1s 300\n"));

        assertThat(steps.getFirst().closed()).isEqualTo(1);
        assertThat(steps.getFirst().reconnected()).isEqualTo(1);
        assertThat(steps.getFirst().closings()).isEqualTo("the controller closed the connection");
        // Packet-ins of one of three switches, for the second until it is connected again.
        assertThat(steps.getFirst().lost()).isBetween(50L, 250L);
        assertThat(steps.getLast().isGood()).isTrue();
    }

    @Test
    void aRunIsResumedAtTheStepThatWasInterrupted(@TempDir Path folder) throws Exception {
        ProfileSettings settings = settings(TIMEOUT, "0.2s 500\n0.2s 1000\n0.2s 1500\n");
        ProfileFolder interrupted = ProfileFolder.create(folder, "beacon probe", settings);
        interrupted.add(run(settings).getFirst());

        ProfileFolder resumed = ProfileFolder.resume(folder, "beacon probe", settings);
        for (StepResult step : run(settings, resumed.steps().size() + 1)) {
            resumed.add(step);
        }

        assertThat(resumed.steps()).extracting(StepResult::number).containsExactly(1, 2, 3);
        assertThat(resumed.steps()).extracting(StepResult::due).containsExactly(100L, 200L, 300L);
        assertThat(resumed.steps().getFirst().latency())
                .isEqualTo(interrupted.steps().getFirst().latency());
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("<svg")
                .doesNotContain("Incomplete");
    }

    @Test
    void resultsAreNeitherOverwrittenNorContinuedWithOtherSettings(@TempDir Path folder) throws Exception {
        ProfileSettings settings = settings(TIMEOUT, "0.1s 500\n0.1s 500\n");
        ProfileFolder.create(folder, "beacon probe", settings).add(run(settings).getFirst());

        assertThatThrownBy(() -> ProfileFolder.create(folder, "beacon probe", settings))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("--resume");
        assertThatThrownBy(() -> ProfileFolder.resume(folder, "", settings(TIMEOUT, "0.1s 500\n0.2s 500\n")))
                .isInstanceOf(InvalidProfileException.class)
                .hasMessageContaining("\"seconds\":0.2")
                .hasMessageContaining("\"seconds\":0.3");
    }

    private void onPacketIn(Consumer<Switch> action) {
        controller.register("misbehaviour", new Filter(sw -> {
            action.accept(sw);
            return Next.PASS;
        }));
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Handles packet-ins of the load, not the announcements of hosts before it. */
    @Pipeline(Stage.FILTER)
    private record Filter(Function<Switch, Next> action) implements PacketInListener {
        @Override
        public Next packetIn(Switch sw, PacketInContext in) {
            return in.inPort() == 1 ? action.apply(sw) : Next.PASS;
        }
    }

    private static final class Silence implements ProfileRun.Listener {
        @Override
        public void ticked(Tick tick) {}

        @Override
        public void finished(StepResult step) {}
    }
}
