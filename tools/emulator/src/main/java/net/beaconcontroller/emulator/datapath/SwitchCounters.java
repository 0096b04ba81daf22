package net.beaconcontroller.emulator.datapath;

/** The counters of a switch, see {@link EmulatedSwitch.Counters}. For the loop's thread. */
final class SwitchCounters {
    long packetIns;
    long packetInsDropped;
    long flowMods;
    long packetOuts;
    long framesForwarded;
    long framesDropped;

    EmulatedSwitch.Counters snapshot() {
        return new EmulatedSwitch.Counters(
                packetIns, packetInsDropped, flowMods, packetOuts, framesForwarded, framesDropped);
    }
}
