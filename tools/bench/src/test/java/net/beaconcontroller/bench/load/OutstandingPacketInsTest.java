package net.beaconcontroller.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is known of packet-ins long after they were sent. */
class OutstandingPacketInsTest {
    private static final int WINDOW = 10;

    /** More than a ledger of this window keeps the marks of. */
    private static final int MANY = 100_000;

    private final OutstandingPacketIns ledger = new OutstandingPacketIns(WINDOW);

    private static int bufferOf(long number) {
        return (int) OutstandingPacketIns.xidAndBuffer(number);
    }

    private static int xidOf(long number) {
        return (int) (OutstandingPacketIns.xidAndBuffer(number) >>> 32);
    }

    /** Sends so many, each of which is answered at once but this one. */
    private void sendAndAnswerAllBut(long unanswered, int count) {
        for (int i = 0; i < count; i++) {
            long number = ledger.sent();
            ledger.send(1);
            if (number != unanswered) {
                assertThat(ledger.answer(number, OutstandingPacketIns.FLOW_MOD)).isZero();
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
    void unsentIdsMatchNoPacketIn() {
        ledger.send(WINDOW);
        assertThat(ledger.ofBuffer(bufferOf(WINDOW))).isEqualTo(OutstandingPacketIns.NONE);
        assertThat(ledger.ofBuffer(0)).isEqualTo(OutstandingPacketIns.NONE);
        assertThat(ledger.ofBuffer(-2)).isEqualTo(OutstandingPacketIns.NONE);
        assertThat(ledger.ofXid(1)).isEqualTo(OutstandingPacketIns.NONE);
        assertThat(ledger.ofXid(WINDOW)).isEqualTo(OutstandingPacketIns.NONE);
    }

    @Test
    void recordsAnAnswerOfEachKind() {
        ledger.send(1);
        assertThat(ledger.answer(0, OutstandingPacketIns.FLOW_MOD)).isZero();
        assertThat(ledger.answer(0, OutstandingPacketIns.PACKET_OUT)).isEqualTo(OutstandingPacketIns.FLOW_MOD);
        assertThat(ledger.answer(0, OutstandingPacketIns.PACKET_OUT))
                .isEqualTo(OutstandingPacketIns.FLOW_MOD | OutstandingPacketIns.PACKET_OUT);
        assertThat(ledger.answered()).isEqualTo(1);
        assertThat(ledger.waiting()).isZero();
    }

    @Test
    void keepsOldOutstandingPacketIns() {
        sendAndAnswerAllBut(5, MANY);
        assertThat(ledger.waiting()).isEqualTo(1);
        assertThat(ledger.answer(5, OutstandingPacketIns.PACKET_OUT)).isZero();
        assertThat(ledger.waiting()).isZero();
        assertThat(ledger.answer(5, OutstandingPacketIns.PACKET_OUT))
                .as("a second answer")
                .isNotZero();
    }

    @Test
    void aLateSecondAnswerIsADuplicate() {
        sendAndAnswerAllBut(OutstandingPacketIns.NONE, MANY);
        assertThat(ledger.answer(5, OutstandingPacketIns.FLOW_MOD)).isEqualTo(OutstandingPacketIns.FLOW_MOD);
        assertThat(ledger.answered()).isEqualTo(MANY);
    }

    @Test
    void idsWrapAround() {
        int cycle = 1 << 30;
        assertThat(bufferOf(0)).isEqualTo(1);
        assertThat(bufferOf(cycle - 1)).isEqualTo(cycle);
        assertThat(OutstandingPacketIns.xidAndBuffer(cycle)).isEqualTo(OutstandingPacketIns.xidAndBuffer(0));
        assertThat(OutstandingPacketIns.xidAndBuffer(cycle - 1) >>> 32).isEqualTo(1L << 31);
    }
}
