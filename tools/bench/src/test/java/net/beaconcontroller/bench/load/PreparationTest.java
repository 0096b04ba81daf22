package net.beaconcontroller.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When a controller is taught, and when the load may begin; by a clock that the test moves. */
class PreparationTest {
    private final Preparation setUp = new Preparation();
    private long nowNanos;

    /** Goes on by so many milliseconds; returns how often the controller was taught meanwhile. */
    private int teachingsIn(int millis) {
        int attempts = 0;
        for (int i = 0; i < millis; i += 10) {
            nowNanos += TimeUnit.MILLISECONDS.toNanos(10);
            attempts += setUp.isPrimingDue(nowNanos) ? 1 : 0;
        }
        return attempts;
    }

    @Test
    void doesNotPrimeBeforeTheFeaturesRequest() {
        setUp.dataRead(nowNanos);
        assertThat(teachingsIn(10_000)).isZero();
        assertThat(setUp.isDone()).isFalse();
    }

    @Test
    void primesAfterAQuietPeriod() {
        setUp.featuresSent(nowNanos);
        for (int i = 0; i < 5; i++) {
            setUp.dataRead(nowNanos);
            assertThat(teachingsIn(90)).isZero();
        }
        assertThat(teachingsIn(100)).isEqualTo(1);
        assertThat(setUp.isDone()).isFalse();
        setUp.answered(nowNanos);
        assertThat(setUp.isPrimed()).isTrue();
        assertThat(teachingsIn(10_000)).isZero();
        assertThat(setUp.isDone()).isTrue();
    }

    @Test
    void waitsAfterTheAnswer() {
        setUp.featuresSent(nowNanos);
        teachingsIn(100);
        setUp.answered(nowNanos);
        teachingsIn(60);
        setUp.answered(nowNanos); // to another copy of the frame
        teachingsIn(30);
        assertThat(setUp.isDone()).isFalse();
        teachingsIn(10);
        assertThat(setUp.isDone()).isTrue();
    }

    @Test
    void primesAControllerThatIsNeverQuiet() {
        setUp.featuresSent(nowNanos);
        int attempts = 0;
        for (int i = 0; i < 110; i++) {
            setUp.dataRead(nowNanos);
            attempts += teachingsIn(10);
        }
        assertThat(attempts).isEqualTo(1);
    }

    @Test
    void ignoresAnswersBeforePriming() {
        setUp.featuresSent(nowNanos);
        setUp.answered(nowNanos);
        assertThat(teachingsIn(300)).isEqualTo(1);
        assertThat(setUp.isDone()).isFalse();
    }

    @Test
    void retriesPrimingUntilAnAnswer() {
        setUp.featuresSent(nowNanos);
        assertThat(teachingsIn(2000)).isGreaterThan(3);
        setUp.answered(nowNanos);
        assertThat(setUp.unanswered()).isPositive();
        assertThat(teachingsIn(2000)).isZero();
        assertThat(setUp.isDone()).isTrue();
    }

    @Test
    void givesUpPrimingAfterTheLastAttempt() {
        setUp.featuresSent(nowNanos);
        teachingsIn(9_000);
        assertThat(setUp.isDone()).isFalse();
        teachingsIn(3_000);
        assertThat(setUp.isDone()).isTrue();
        assertThat(setUp.isPrimed()).isFalse();
    }
}
