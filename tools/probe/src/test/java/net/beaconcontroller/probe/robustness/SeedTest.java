package net.beaconcontroller.probe.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.learningswitch.LearningSwitch;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.CraftedMessage;
import net.beaconcontroller.probe.Probe;
import net.beaconcontroller.probe.ProbeSwitch;
import net.beaconcontroller.probe.Traffic;
import net.beaconcontroller.probe.robustness.catalogue.Catalogue;
import org.junit.jupiter.api.Test;

class SeedTest {
    @Test
    void whatTheCulpritSendsDependsOnlyOnTheSeed() throws Exception {
        List<Bytes> first = sent(1);

        assertThat(sent(1)).isEqualTo(first);
        assertThat(sent(2)).isNotEqualTo(first);
    }

    private static List<Bytes> sent(long seed) throws Exception {
        var recorder = new Recorder();
        try (var controller = new OpenFlowController(ControllerOptions.onFreePort())) {
            controller.register("learningswitch", new LearningSwitch());
            controller.start();
            for (ProbeCase each : Catalogue.all()) {
                if (each.name().matches("study/(type|port-name|ethernet-type)")) {
                    try (var probe =
                            new Probe(controller.address(), Version.OF13, Duration.ofSeconds(5), seed, recorder)) {
                        each.scenario().run(probe);
                    }
                }
            }
        }
        return recorder.sent;
    }

    private static final class Recorder implements Traffic {
        private final List<Bytes> sent = new ArrayList<>();

        @Override
        public void sent(ProbeSwitch from, CraftedMessage message) {
            sent.add(Bytes.of(message.bytes()));
        }
    }
}
