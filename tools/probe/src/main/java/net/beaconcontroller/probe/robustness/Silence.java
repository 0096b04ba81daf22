package net.beaconcontroller.probe.robustness;

import net.beaconcontroller.probe.CraftedMessage;
import net.beaconcontroller.probe.ProbeSwitch;
import net.beaconcontroller.probe.ReceivedMessage;
import net.beaconcontroller.probe.Traffic;

/** Listens to nothing. */
enum Silence implements Traffic {
    TRAFFIC;

    @Override
    public void sent(ProbeSwitch from, CraftedMessage message) {}

    @Override
    public void received(ProbeSwitch to, ReceivedMessage message) {}
}
