package net.beaconcontroller.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The times of priming packet-ins and of the start of the load, with simulated time. */
class PreparationTest {
    private final Preparation preparation = new Preparation();
    private long nowNanos;

    /** Advances the time and returns the number of priming packet-ins sent. */
    private int advance(int millis) {
        int attempts = 0;
        for (int i = 0; i < millis; i += 10) {
            nowNanos += TimeUnit.MILLISECONDS.toNanos(10);
            attempts += preparation.isPrimingDue(nowNanos) ? 1 : 0;
        }
        return attempts;
    }

    @Test
    void doesNotPrimeBeforeTheFeaturesRequest() {
        preparation.dataRead(nowNanos);
        assertThat(advance(10_000)).isZero();
        assertThat(preparation.isDone()).isFalse();
    }

    @Test
    void primesAfterAQuietPeriod() {
        preparation.featuresSent(nowNanos);
        for (int i = 0; i < 5; i++) {
            preparation.dataRead(nowNanos);
            assertThat(advance(90)).isZero();
        }
        assertThat(advance(100)).isEqualTo(1);
        assertThat(preparation.isDone()).isFalse();
        assertDoneAfterAnAnswer();
        assertThat(preparation.isPrimed()).isTrue();
    }

    @Test
    void waitsAfterTheAnswer() {
        preparation.featuresSent(nowNanos);
        advance(100);
        preparation.answered(nowNanos);
        advance(60);
        // The answer to another copy of the frame.
        preparation.answered(nowNanos);
        advance(30);
        assertThat(preparation.isDone()).isFalse();
        advance(10);
        assertThat(preparation.isDone()).isTrue();
    }

    @Test
    void primesAControllerThatIsNeverQuiet() {
        preparation.featuresSent(nowNanos);
        int attempts = 0;
        for (int i = 0; i < 110; i++) {
            preparation.dataRead(nowNanos);
            attempts += advance(10);
        }
        assertThat(attempts).isEqualTo(1);
    }

    @Test
    void ignoresAnswersBeforePriming() {
        preparation.featuresSent(nowNanos);
        preparation.answered(nowNanos);
        assertThat(advance(300)).isEqualTo(1);
        assertThat(preparation.isDone()).isFalse();
    }

    @Test
    void retriesPrimingUntilAnAnswer() {
        preparation.featuresSent(nowNanos);
        assertThat(advance(2000)).isGreaterThan(3);
        assertDoneAfterAnAnswer();
        assertThat(preparation.unanswered()).isPositive();
    }

    private void assertDoneAfterAnAnswer() {
        preparation.answered(nowNanos);
        assertThat(advance(10_000)).isZero();
        assertThat(preparation.isDone()).isTrue();
    }

    @Test
    void givesUpPrimingAfterTheLastAttempt() {
        preparation.featuresSent(nowNanos);
        advance(9_000);
        assertThat(preparation.isDone()).isFalse();
        advance(3_000);
        assertThat(preparation.isDone()).isTrue();
        assertThat(preparation.isPrimed()).isFalse();
    }
}
