package net.beaconcontroller.core.pipeline;

import net.beaconcontroller.api.Initializer;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.PacketInBatchListener;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.SwitchListener;

/** The kinds of events that pass through the listeners, each with a pipeline. */
public enum PipelineKind {
    /** Packet-ins, for {@link PacketInListener} and {@link PacketInBatchListener}. */
    PACKET_IN,
    /** Other asynchronous messages, for {@link MessageListener}. */
    MESSAGE,
    /** Events of switches and their ports, for {@link SwitchListener}. */
    SWITCH_EVENT,
    /** New switches before they become active, for {@link Initializer}. */
    INITIALIZER;

    /** Returns whether a listener belongs to this pipeline. */
    boolean includes(Listener listener) {
        return switch (this) {
            case PACKET_IN -> listener instanceof PacketInListener || listener instanceof PacketInBatchListener;
            case MESSAGE -> listener instanceof MessageListener;
            case SWITCH_EVENT -> listener instanceof SwitchListener;
            case INITIALIZER -> listener instanceof Initializer;
        };
    }
}
