package net.beaconcontroller.api;

import java.util.concurrent.CompletionStage;

/** Prepares a new switch before it becomes active, for example by installing flows. */
public non-sealed interface Initializer extends Listener {
    /**
     * Prepares a switch. Initializers run one after the other, in the order of the pipeline; the switch becomes active
     * when the last one is complete. Packet-ins that arrive before are discarded. Called on the switch's loop.
     *
     * @param sw the new switch
     * @return completes when this initializer is done. An initializer that fails, throws, or takes longer than {@code
     *     controller.initializer-timeout} is logged, and the next one starts.
     */
    CompletionStage<?> initialize(Switch sw);
}
