/**
 * Flows, groups and meters that switches keep permanently, as people write them: with a name, the switches that
 * they are for, and their text in the notation of {@code ovs-ofctl}. Start reading at {@link
 * net.beaconcontroller.openflow.entry.Entry}; {@link net.beaconcontroller.openflow.entry.EntryFile} describes the file.
 */
@NullMarked
package net.beaconcontroller.openflow.entry;

import org.jspecify.annotations.NullMarked;
