package net.beaconcontroller.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import net.beaconcontroller.core.session.OutputRefusals.Verdict;
import net.beaconcontroller.io.PeerNetwork;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.structure.Port;
import org.junit.jupiter.api.Test;

/** How long ports are suspects, or are left out. */
class OutputRefusalsTest {
    private static final int PORTS = 4;

    private long nanos = -1;
    private final TransactionIds ids = new TransactionIds();
    private final List<String> lines = new ArrayList<>();
    private final PortTable ports =
            new PortTable(new PortTotal(), PeerNetwork.of(new InetSocketAddress("10.0.0.1", 1)), _ -> {});
    private final OutputRefusals refusals = new OutputRefusals(ports, ids, () -> nanos, lines::add);

    OutputRefusalsTest() {
        ports.set(LongStream.rangeClosed(1, PORTS)
                .mapToObj(number -> Port.of(number, number, "eth" + number))
                .toList());
    }

    private void pass(long seconds) {
        nanos += TimeUnit.SECONDS.toNanos(seconds);
    }

    /** Sends a packet to ports, which the switch refuses. */
    private void refuse(long inPort, int code, long... outputs) {
        List<Action> actions =
                LongStream.of(outputs).<Action>mapToObj(Action.Output::new).toList();
        long xid = ids.next();
        var packet = new PacketOut(PacketIn.NO_BUFFER, inPort, actions, Bytes.EMPTY);
        refusals.receive(xid, new ErrorMessage(2, code, data(packet, xid)), Version.OF13);
    }

    private static Bytes data(PacketOut packet, long xid) {
        return Bytes.of(Messages.encode(packet, Version.OF13, xid));
    }

    private long tryApart(long port) {
        long xid = ids.next();
        refusals.tried(port, xid);
        return xid;
    }

    private void refuseTrial(long port) {
        refusals.receive(tryApart(port), new ErrorMessage(2, 4, Bytes.EMPTY), Version.OF13);
    }

    private List<Verdict> verdicts() {
        return LongStream.rangeClosed(1, PORTS).mapToObj(refusals::verdict).toList();
    }

    @Test
    void anErrorAloneIsNoProof() {
        refuse(1, 4, 2, 3);
        assertThat(verdicts()).containsExactly(Verdict.ACCEPTED, Verdict.SUSPECT, Verdict.SUSPECT, Verdict.ACCEPTED);
        refusals.processed(List.of(tryApart(2)));
        refuseTrial(3);
        assertThat(verdicts()).containsExactly(Verdict.ACCEPTED, Verdict.ACCEPTED, Verdict.REFUSED, Verdict.ACCEPTED);
    }

    @Test
    void theIngressPortIsNoSuspect() {
        refuse(2, 4, 2, 3);
        assertThat(verdicts()).containsExactly(Verdict.ACCEPTED, Verdict.ACCEPTED, Verdict.SUSPECT, Verdict.ACCEPTED);
    }

    @Test
    void anErrorAboutAnIngressPortThatIsGoneIsNotAboutTheOutputs() {
        long xid = ids.next();
        var packet = new PacketOut(PacketIn.NO_BUFFER, 9, List.of(new Action.Output(2)), Bytes.EMPTY);
        assertThat(refusals.receive(xid, new ErrorMessage(1, 11, data(packet, xid)), Version.OF13))
                .isFalse();
        assertThat(refusals.isNeeded()).isFalse();
    }

    @Test
    void aRefusedPortIsTriedAgainAfterAMinute() {
        refuseTrial(3);
        assertThat(refusals.ports()).containsExactly(3L);
        pass(59);
        assertThat(refusals.verdict(3)).isEqualTo(Verdict.REFUSED);
        pass(1);
        assertThat(refusals.ports()).isEmpty();
        assertThat(refusals.verdict(3)).isEqualTo(Verdict.SUSPECT);
        refusals.processed(List.of(tryApart(3)));
        assertThat(refusals.verdict(3)).isEqualTo(Verdict.ACCEPTED);
        assertThat(refusals.isNeeded()).isFalse();
    }

    /** A frame to several ports must not be lost because of the next trial, however late it is. */
    @Test
    void aRefusedPortStaysASuspectUntilItAcceptsAPacket() {
        refuseTrial(3);
        pass(3_600);
        assertThat(refusals.isNeeded()).isTrue();
        assertThat(refusals.verdict(3)).isEqualTo(Verdict.SUSPECT);
    }

    @Test
    void aRefusedPortIsTriedAgainWhenItChangesAndLoggedOnceAMinute() {
        for (int second = 0; second < 120; second++) {
            refuseTrial(3);
            refusals.portChanged(3);
            assertThat(refusals.verdict(3)).isEqualTo(Verdict.SUSPECT);
            pass(1);
        }
        assertThat(lines).hasSize(2).allMatch(line -> line.contains("port 3"));
    }

    @Test
    void anErrorThatShowsNoPortMakesAllPortsSuspectsForAMinute() {
        long xid = ids.next();
        refusals.receive(xid, new ErrorMessage(2, 4, Bytes.EMPTY), Version.OF13);
        assertThat(verdicts()).containsOnly(Verdict.SUSPECT);
        refusals.processed(List.of(tryApart(1)));
        refuseTrial(2);
        pass(60);
        assertThat(refusals.isNeeded()).isTrue();
        assertThat(verdicts()).containsExactly(Verdict.ACCEPTED, Verdict.SUSPECT, Verdict.SUSPECT, Verdict.SUSPECT);
    }

    @Test
    void theNumberOfSuspectsIsBoundedByThatOfThePorts() {
        for (int i = 0; i < 100; i++) {
            refuse(1, 4, LongStream.range(100L * i + 2, 100L * i + 102).toArray());
        }
        long suspects = LongStream.range(2, 10_000)
                .filter(port -> refusals.verdict(port) == Verdict.SUSPECT)
                .count();
        assertThat(suspects).isEqualTo(PORTS + 256);
    }

    @Test
    void errorsOfOtherKindsHaveNoEffect() {
        for (int code : new int[] {0, 1, 2, 3, 5, 7, 8, 9}) {
            refuse(1, code, 2, 3);
        }
        assertThat(refusals.isNeeded()).isFalse();
    }
}
