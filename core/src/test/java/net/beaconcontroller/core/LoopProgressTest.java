package net.beaconcontroller.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.core.io.LoopProgress;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.Test;

class LoopProgressTest {
    private static final long LIMIT_SECONDS = 60;

    @Test
    void idleLoopsAreWokenAndMakeAnIteration() throws Exception {
        try (var fixture = new ControllerFixture(ControllerFixture.withLoops(3))) {
            LoopProgress progress = fixture.controller.loopProgress();
            progress.next().get(LIMIT_SECONDS, TimeUnit.SECONDS);
            progress.next().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Test
    void aLoopThatIsStoppedInAListenerMakesNoneUntilTheListenerReturns() throws Exception {
        var isCalled = new CountDownLatch(1);
        var mayReturn = new CompletableFuture<Void>();
        SwitchListener stops = _ -> {
            isCalled.countDown();
            mayReturn.join();
        };
        try (var fixture = new ControllerFixture(ControllerFixture.withLoops(2))) {
            fixture.controller.register("stops", stops);
            fixture.open(1, Version.OF13, ScriptedSwitch.Behavior.RESPONSIVE);
            assertThat(isCalled.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            LoopProgress progress = fixture.controller.loopProgress();
            CompletableFuture<Void> next = progress.next();
            assertThatThrownBy(() -> next.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            CompletableFuture<Void> other = progress.next();
            mayReturn.complete(null);
            next.get(LIMIT_SECONDS, TimeUnit.SECONDS);
            other.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } finally {
            mayReturn.complete(null);
        }
    }

    @Test
    void aClosedControllerDoesNotListen() throws Exception {
        var fixture = new ControllerFixture();
        assertThat(fixture.controller.isListening()).isTrue();
        fixture.close();
        assertThat(fixture.controller.isListening()).isFalse();
    }
}
