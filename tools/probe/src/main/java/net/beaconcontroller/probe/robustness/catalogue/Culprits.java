package net.beaconcontroller.probe.robustness.catalogue;

import java.time.Duration;
import java.util.function.Function;
import net.beaconcontroller.probe.CraftedMessage;
import net.beaconcontroller.probe.ProbeSwitch;
import net.beaconcontroller.probe.Scenario;

/** Scenarios in which the culprit sends faulty messages of one kind. */
final class Culprits {
    private Culprits() {}

    /** Sends one message. */
    static Scenario sends(Function<ProbeSwitch, CraftedMessage> message) {
        return sends(1, Duration.ZERO, message);
    }

    /** Sends a number of messages with a pause after each. */
    static Scenario sends(int count, Duration pause, Function<ProbeSwitch, CraftedMessage> message) {
        return probe -> {
            ProbeSwitch culprit = probe.culprit();
            for (int i = 0; i < count; i++) {
                culprit.send(message.apply(culprit));
                if (pause.isPositive()) {
                    Thread.sleep(pause);
                }
            }
        };
    }

    /**
     * Returns a packet-in to be changed. Its hosts differ from those of the good packet-ins, so that an answer to it
     * cannot be taken for theirs.
     */
    static CraftedMessage packetIn(ProbeSwitch culprit) {
        return culprit.packetIn(3, 4).craft();
    }
}
