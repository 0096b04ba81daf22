package net.beaconcontroller.api;

/**
 * Hears of switches that come and go, and of their ports. A listener that joins late hears {@link SwitchEvent.Connected} of
 * every switch that is there, before anything else of that switch.
 */
public non-sealed interface SwitchListener extends Listener {
    /** Something happened to a switch. Called on the switch's loop; an exception is logged and counted. */
    void switchEvent(SwitchEvent event);
}
