package net.beaconcontroller.probe;

import java.io.IOException;

/**
 * What faulty switches do to a controller. An instance can run many times, for different controllers and versions.
 *
 * <pre>{@code
 * // A hundred packet-ins whose header gives a length of 42 bytes.
 * Scenario shortLength = probe -> {
 *     ProbeSwitch culprit = probe.culprit();
 *     for (int i = 0; i < 100; i++) {
 *         culprit.send(culprit.packetIn(1, 2).craft().length(42));
 *     }
 * };
 * }</pre>
 *
 * After the scenario, the culprit has to be served as before, unless the controller has closed its connection; see
 * {@link Verdict}.
 */
@FunctionalInterface
public interface Scenario {
    /**
     * Runs the scenario. Switches that it connects are closed afterwards.
     *
     * @throws IOException if the controller closes a connection or refuses one
     * @throws ExpectationFailedException if the controller does not do what the scenario expects
     */
    void run(Probe probe) throws IOException, InterruptedException;
}
