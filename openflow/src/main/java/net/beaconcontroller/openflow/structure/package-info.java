/**
 * Structures that several messages have, such as ports, queues and buckets, OpenFlow 1.5.1 section 7.2. Start reading
 * at {@link net.beaconcontroller.openflow.structure.Port}.
 */
@NullMarked
package net.beaconcontroller.openflow.structure;

import org.jspecify.annotations.NullMarked;
