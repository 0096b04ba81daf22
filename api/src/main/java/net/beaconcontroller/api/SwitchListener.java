package net.beaconcontroller.api;

/**
 * Receives the events of switches and their ports. A listener that registers while switches are connected first
 * receives {@link SwitchEvent.Connected} for each of them, before any other event of that switch.
 */
public non-sealed interface SwitchListener extends Listener {
    /**
     * Handles an event. Called on the switch's loop. Every listener receives every event. An exception is logged and
     * counted.
     *
     * @param event the event
     */
    void switchEvent(SwitchEvent event);
}
