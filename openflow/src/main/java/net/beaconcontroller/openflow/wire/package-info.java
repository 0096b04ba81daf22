/**
 * The codec framework. A structure has one {@link net.beaconcontroller.openflow.wire.StructLayout}, which visits its
 * fields in wire order; the visitor reads, writes or prints them. Internal: not exported to applications. Start reading
 * at {@link net.beaconcontroller.openflow.wire.FieldVisitor}.
 */
@NullMarked
package net.beaconcontroller.openflow.wire;

import org.jspecify.annotations.NullMarked;
