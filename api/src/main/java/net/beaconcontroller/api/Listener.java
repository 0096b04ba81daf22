package net.beaconcontroller.api;

/** What an application implements, once or several of them in one class, to hear from switches. */
public sealed interface Listener permits PacketInListener, MessageListener, SwitchListener, Initializer {}
