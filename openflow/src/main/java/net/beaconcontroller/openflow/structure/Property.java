package net.beaconcontroller.openflow.structure;

/**
 * A property of a structure or message: a type, a length and a value, OpenFlow 1.5.1 section 7.2.1.2. The properties
 * that a structure can have are the nested records of the structure, {@link ExperimenterProperty} and {@link
 * UnknownProperty}.
 */
public interface Property {}
