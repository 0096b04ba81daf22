package net.beaconcontroller.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is known of packet-ins long after they were sent. */
class LedgerTest {
    private static final int WINDOW = 10;

    /** More than a ledger of this window keeps the marks of. */
    private static final int MANY = 100_000;

    private final Ledger ledger = new Ledger(WINDOW);

    private static int bufferOf(long number) {
        return (int) Ledger.xidAndBuffer(number);
    }

    private static int xidOf(long number) {
        return (int) (Ledger.xidAndBuffer(number) >>> 32);
    }

    /** Sends so many, each of which is answered at once but this one. */
    private void sendAndAnswerAllBut(long unanswered, int count) {
        for (int i = 0; i < count; i++) {
            long number = ledger.sent();
            ledger.send(1);
            if (number != unanswered) {
                assertThat(ledger.answer(number, Ledger.FLOW_MOD)).isZero();
            }
        }
    }

    @Test
    void aPacketInIsFoundByItsBufferAndByItsTransactionId() {
        ledger.send(WINDOW);
        for (long number = 0; number < WINDOW; number++) {
            assertThat(ledger.ofBuffer(bufferOf(number))).isEqualTo(number);
            assertThat(ledger.ofXid(xidOf(number))).isEqualTo(number);
        }
    }

    @Test
    void idsOfPacketInsThatWereNotSentBelongToNone() {
        ledger.send(WINDOW);
        assertThat(ledger.ofBuffer(bufferOf(WINDOW))).isEqualTo(Ledger.NONE);
        assertThat(ledger.ofBuffer(0)).isEqualTo(Ledger.NONE);
        assertThat(ledger.ofBuffer(-2)).isEqualTo(Ledger.NONE);
        assertThat(ledger.ofXid(1)).isEqualTo(Ledger.NONE);
        assertThat(ledger.ofXid(WINDOW)).isEqualTo(Ledger.NONE);
    }

    @Test
    void anAnswerOfEachKindIsKnownToHaveCome() {
        ledger.send(1);
        assertThat(ledger.answer(0, Ledger.FLOW_MOD)).isZero();
        assertThat(ledger.answer(0, Ledger.PACKET_OUT)).isEqualTo(Ledger.FLOW_MOD);
        assertThat(ledger.answer(0, Ledger.PACKET_OUT)).isEqualTo(Ledger.FLOW_MOD | Ledger.PACKET_OUT);
        assertThat(ledger.answered()).isEqualTo(1);
        assertThat(ledger.waiting()).isZero();
    }

    @Test
    void whatWaitsLongIsNotForgotten() {
        sendAndAnswerAllBut(5, MANY);
        assertThat(ledger.waiting()).isEqualTo(1);
        assertThat(ledger.answer(5, Ledger.PACKET_OUT)).isZero();
        assertThat(ledger.waiting()).isZero();
        assertThat(ledger.answer(5, Ledger.PACKET_OUT)).as("a second answer").isNotZero();
    }

    @Test
    void aSecondAnswerLongAfterTheFirstIsNoFirstOne() {
        sendAndAnswerAllBut(Ledger.NONE, MANY);
        assertThat(ledger.answer(5, Ledger.FLOW_MOD)).isEqualTo(Ledger.FLOW_MOD);
        assertThat(ledger.answered()).isEqualTo(MANY);
    }

    @Test
    void idsBeginAnewAfterAllOfThemWereUsed() {
        int cycle = 1 << 30;
        assertThat(bufferOf(0)).isEqualTo(1);
        assertThat(bufferOf(cycle - 1)).isEqualTo(cycle);
        assertThat(Ledger.xidAndBuffer(cycle)).isEqualTo(Ledger.xidAndBuffer(0));
        assertThat(Ledger.xidAndBuffer(cycle - 1) >>> 32).isEqualTo(1L << 31);
    }
}
