package net.beaconcontroller.probe.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.runtime.Beacon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Whether the verdicts depend on chance: runs the short form several times ({@code -Dprobe.runs=10}) against Beacon, or
 * against another controller on this machine ({@code -Dprobe.port=6653}).
 */
@EnabledIfSystemProperty(named = "probe.runs", matches = "\\d+")
class RepeatedRunsTest {
    private static final Limits LIMITS = new Limits(Duration.ofSeconds(1), Duration.ofSeconds(2));

    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void eachRunHasTheSameVerdicts() throws Exception {
        int port = Integer.getInteger("probe.port", 0);
        try (Beacon beacon = Applications.LEARNING_SWITCH.start(Duration.ofMillis(300))) {
            InetSocketAddress address =
                    port == 0 ? beacon.address() : new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            var verdicts = new TreeMap<String, List<String>>();
            for (int run = 0; run < Integer.getInteger("probe.runs"); run++) {
                run(address, verdicts);
            }
            Map<String, List<String>> changing = new TreeMap<>(verdicts);
            changing.values().removeIf(each -> each.stream().distinct().count() == 1);
            assertThat(changing).isEmpty();
        }
    }

    private static void run(InetSocketAddress address, Map<String, List<String>> verdicts) throws Exception {
        ControllerUnderTest under =
                ControllerUnderTest.running("controller", new Target(address, OptionalLong.empty()));
        for (Version version : ShortForm.VERSIONS) {
            try (var robustness = new Robustness(under, version, LIMITS, 1)) {
                for (Outcome outcome : robustness.run(ShortForm.cases(Applications.LEARNING_SWITCH), _ -> {})) {
                    verdicts.computeIfAbsent(outcome.probeCase().name() + " " + version, _ -> new ArrayList<>())
                            .add(outcome.verdict().toString());
                }
            }
        }
    }
}
