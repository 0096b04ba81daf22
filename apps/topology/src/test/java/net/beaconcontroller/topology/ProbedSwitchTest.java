package net.beaconcontroller.topology;

import static org.assertj.core.api.Assertions.assertThat;

import net.beaconcontroller.testkit.TestSwitch;
import org.junit.jupiter.api.Test;

class ProbedSwitchTest {
    private final ProbedSwitch probed = new ProbedSwitch(new TestSwitch());

    private static Link link(long port) {
        return new Link(new SwitchPort(1, port), new SwitchPort(2, 1), Link.Kind.INDIRECT);
    }

    @Test
    void queuesALinkOnce() {
        assertThat(probed.queue(link(1))).isTrue();
        assertThat(probed.queue(link(1))).isFalse();
        probed.dequeue(link(1));
        assertThat(probed.queue(link(1))).isTrue();
    }

    @Test
    void queuesABoundedNumberOfLinks() {
        for (int port = 1; port <= ProbedSwitch.MAX_QUEUED_LINKS; port++) {
            assertThat(probed.queue(link(port))).isTrue();
        }
        assertThat(probed.queue(link(0))).isFalse();
        probed.dequeue(link(7));
        assertThat(probed.queue(link(0))).isTrue();
    }

    @Test
    void aDelayIsBoundedAndDecays() {
        probed.probeDelayed(1_000, 500);
        assertThat(probed.maxDelayNanos()).isEqualTo(500);
        probed.probeDelayed(1, 500);
        assertThat(probed.maxDelayNanos()).isBetween(400L, 499L);
    }
}
