package net.beaconcontroller.probe.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.probe.CraftedMessage;
import org.junit.jupiter.api.Test;

class MinimizerTest {
    private static final int HARMFUL = 0x42;

    private static FuzzMessage message(CraftedMessage original, CraftedMessage sent) {
        return new FuzzMessage(Bytes.of(sent.bytes()), Optional.of(original));
    }

    @Test
    void keepsOnlyTheMessageAndTheFieldThatFail() throws Exception {
        CraftedMessage echo = CraftedMessage.of(new EchoRequest(Bytes.of(new byte[] {1, 2})), Version.OF13, 5);
        CraftedMessage packet = CraftedMessage.of(PacketIn.of(1, 2, Bytes.of(new byte[64])), Version.OF13, 6);
        FuzzMessage noise = message(echo, echo.xid(77));
        FuzzMessage harmful =
                message(packet, packet.xid(99).with("reason", HARMFUL).with("table_id", 3));
        var failing = new FuzzCase(
                Version.OF13,
                7,
                IntStream.range(0, 9).mapToObj(i -> i == 5 ? harmful : noise).toList());

        FuzzCase smallest = new Minimizer(MinimizerTest::isHarmful, Duration.ofMinutes(1)).minimize(failing);

        assertThat(smallest.segment()).isZero();
        assertThat(smallest.messages()).hasSize(1);
        assertThat(smallest.bytes())
                .isEqualTo(Bytes.of(packet.with("reason", HARMFUL).bytes()));
    }

    @Test
    void keepsMessagesThatFailOnlyTogether() throws Exception {
        CraftedMessage echo = CraftedMessage.of(new EchoRequest(Bytes.EMPTY), Version.OF13, 5);
        List<FuzzMessage> messages = IntStream.range(0, 8)
                .mapToObj(i -> message(echo.xid(i), echo.xid(i)))
                .toList();

        FuzzCase smallest = new Minimizer(
                        candidate -> candidate.messages().contains(messages.get(1))
                                && candidate.messages().contains(messages.get(6)),
                        Duration.ofMinutes(1))
                .minimize(new FuzzCase(Version.OF13, 0, messages));

        assertThat(smallest.messages()).containsExactly(messages.get(1), messages.get(6));
    }

    private static boolean isHarmful(FuzzCase candidate) {
        return candidate.messages().stream()
                .map(message -> message.sent().toArray())
                .anyMatch(bytes -> bytes.length > 14 && bytes[14] == HARMFUL);
    }
}
