package net.beaconcontroller.openflow;

/** A message of a type that this library knows by name but does not read: its bytes behind the header, as they came. */
public record Opaque(MessageType type, Bytes body) implements Message {}
