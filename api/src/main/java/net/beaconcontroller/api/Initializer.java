package net.beaconcontroller.api;

import java.util.concurrent.CompletionStage;

/** Prepares a new switch before other applications hear of it. */
public non-sealed interface Initializer extends Listener {
    /**
     * A switch has connected. Initializers have it one after the other; it becomes active, and its packet-ins are heard, when
     * the last is done. Called on the switch's loop.
     *
     * @return complete when this initializer is done. One that fails, throws, or takes longer than
     *     {@code controller.initializer-timeout} is logged and passed over.
     */
    CompletionStage<?> initialize(Switch sw);
}
