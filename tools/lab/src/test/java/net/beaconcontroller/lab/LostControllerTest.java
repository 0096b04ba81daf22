package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Traffic that has flows, while the switches of a fat tree have no controller. */
@NeedsOpenVSwitch
@Order(1)
class LostControllerTest {
    /** Longer than the idle timeout of flows. */
    private static final Duration INTERRUPTION = Duration.ofSeconds(Integer.getInteger("lab.interruption", 12));

    /** The flows that send ARP to the controller have the same cookie in all runs, which ends with ffffffff. */
    private static final Pattern COOKIE = Pattern.compile(
            "cookie=(0x%x\\w+)(?<!f{8}),".formatted(CookieRange.of("routing").first() >>> 32));

    /** The hosts of each pair are in different pods, and some of them in the same one. */
    private static final List<List<Integer>> PAIRS = List.of(List.of(1, 16), List.of(2, 5), List.of(9, 3));

    private static RoutedLab lab;

    @BeforeAll
    static void build() {
        lab = RoutedLab.start("fattree,4", "OpenFlow13");
    }

    @AfterAll
    static void close() {
        lab.close();
    }

    /** Pings, and a TCP stream between the hosts of the first pair. */
    private record Traffic(List<PingCommand> pings, TcpStream stream) implements AutoCloseable {
        static Traffic start() {
            List<Integer> first = PAIRS.getFirst();
            return new Traffic(
                    PAIRS.stream()
                            .map(pair -> PingCommand.start(lab.ovs, pair.getFirst(), pair.getLast()))
                            .toList(),
                    TcpStream.start(lab.ovs, first.getFirst(), first.getLast()));
        }

        void assertNothingIsLost() {
            stream.assertNothingIsLost();
            pings.forEach(PingCommand::assertNothingIsLost);
        }

        @Override
        public void close() {
            stream.close();
            pings.forEach(PingCommand::close);
        }
    }

    private static Set<String> cookies() {
        return lab.ovs
                .switches()
                .flatMap(sw -> lab.ovs.tables().flows(sw).stream())
                .map(COOKIE::matcher)
                .filter(matcher -> matcher.find())
                .map(matcher -> matcher.group(1))
                .collect(Collectors.toSet());
    }

    @Test
    void losesNothingWhileTheSwitchesLoseTheirController() throws Exception {
        try (Traffic traffic = Traffic.start()) {
            lab.interruptControl(INTERRUPTION);
            assertThat(lab.ovs.pingAll().failed()).isEmpty();
            traffic.assertNothingIsLost();
        }
    }

    @Test
    void losesNothingWhenTheControllerIsKilledAndRestarted() {
        try (Traffic traffic = Traffic.start()) {
            Set<String> before = cookies();
            assertThat(before).isNotEmpty();
            lab.killAndRestart();
            await().untilAsserted(() ->
                    assertThat(cookies()).as("flows of the killed controller").doesNotContainAnyElementsOf(before));
            assertThat(lab.ovs.pingAll().failed()).isEmpty();
            traffic.assertNothingIsLost();
        }
    }
}
