package net.beaconcontroller.api;

/** The base of the interfaces by which an application receives events. A class may implement several of them. */
public sealed interface Listener
        permits PacketInListener, PacketInBatchListener, MessageListener, SwitchListener, Initializer {}
