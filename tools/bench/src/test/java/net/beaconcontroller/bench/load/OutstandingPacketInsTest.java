package net.beaconcontroller.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The state of recent and of old packet-ins. */
class OutstandingPacketInsTest {
    private static final int WINDOW = 10;

    /** More packet-ins than the history has for this window. */
    private static final int MANY = 100_000;

    private final OutstandingPacketIns outstanding = new OutstandingPacketIns(WINDOW);

    private static int idOf(long number) {
        return (int) OutstandingPacketIns.xidAndId(number);
    }

    private static int xidOf(long number) {
        return (int) (OutstandingPacketIns.xidAndId(number) >>> 32);
    }

    /** Sends {@code count} packet-ins and answers each immediately, except packet-in {@code unanswered}. */
    private void sendAndAnswerAllBut(long unanswered, int count) {
        for (int i = 0; i < count; i++) {
            long number = outstanding.sent();
            outstanding.send(1);
            if (number != unanswered) {
                assertThat(outstanding.answer(number, OutstandingPacketIns.FLOW_MOD))
                        .isZero();
            }
        }
    }

    @Test
    void aPacketInIsFoundByItsBufferAndByItsTransactionId() {
        outstanding.send(WINDOW);
        for (long number = 0; number < WINDOW; number++) {
            assertThat(outstanding.ofId(idOf(number))).isEqualTo(number);
            assertThat(outstanding.ofXid(xidOf(number))).isEqualTo(number);
        }
    }

    @Test
    void unsentIdsMatchNoPacketIn() {
        outstanding.send(WINDOW);
        assertThat(outstanding.ofId(idOf(WINDOW))).isEqualTo(OutstandingPacketIns.NONE);
        assertThat(outstanding.ofId(0)).isEqualTo(OutstandingPacketIns.NONE);
        assertThat(outstanding.ofId(-2)).isEqualTo(OutstandingPacketIns.NONE);
        assertThat(outstanding.ofXid(1)).isEqualTo(OutstandingPacketIns.NONE);
        assertThat(outstanding.ofXid(WINDOW)).isEqualTo(OutstandingPacketIns.NONE);
    }

    @Test
    void recordsAnAnswerOfEachKind() {
        outstanding.send(1);
        assertThat(outstanding.answer(0, OutstandingPacketIns.FLOW_MOD)).isZero();
        assertThat(outstanding.answer(0, OutstandingPacketIns.PACKET_OUT)).isEqualTo(OutstandingPacketIns.FLOW_MOD);
        assertThat(outstanding.answer(0, OutstandingPacketIns.PACKET_OUT))
                .isEqualTo(OutstandingPacketIns.FLOW_MOD | OutstandingPacketIns.PACKET_OUT);
        assertThat(outstanding.answered()).isEqualTo(1);
        assertThat(outstanding.count()).isZero();
    }

    @Test
    void keepsOldOutstandingPacketIns() {
        sendAndAnswerAllBut(5, MANY);
        assertThat(outstanding.count()).isEqualTo(1);
        assertThat(outstanding.answer(5, OutstandingPacketIns.PACKET_OUT)).isZero();
        assertThat(outstanding.count()).isZero();
        assertThat(outstanding.answer(5, OutstandingPacketIns.PACKET_OUT))
                .as("a second answer")
                .isNotZero();
    }

    @Test
    void aLateSecondAnswerIsADuplicate() {
        sendAndAnswerAllBut(OutstandingPacketIns.NONE, MANY);
        assertThat(outstanding.answer(5, OutstandingPacketIns.FLOW_MOD)).isEqualTo(OutstandingPacketIns.FLOW_MOD);
        assertThat(outstanding.answered()).isEqualTo(MANY);
    }

    @Test
    void idsWrapAround() {
        int cycle = 1 << 30;
        assertThat(idOf(0)).isEqualTo(1);
        assertThat(idOf(cycle - 1)).isEqualTo(cycle);
        assertThat(OutstandingPacketIns.xidAndId(cycle)).isEqualTo(OutstandingPacketIns.xidAndId(0));
        assertThat(OutstandingPacketIns.xidAndId(cycle - 1) >>> 32).isEqualTo(1L << 31);
    }
}
