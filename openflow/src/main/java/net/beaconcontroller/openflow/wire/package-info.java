/**
 * The codec framework. A structure has one {@link net.beaconcontroller.openflow.wire.StructLayout}, which visits its
 * fields in wire order; the visitor reads, writes or prints them. Internal: not exported to applications. Start reading
 * at {@link net.beaconcontroller.openflow.wire.FieldVisitor}.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>One {@code visit} method for each structure</b> lists the fields once, in wire order, for all versions. The
 * same method reads, writes and prints the structure, and generates random values in tests. Forty message types in five
 * versions therefore take about a hundred small records with one method each, without a generator, reflection or a
 * class for each version, and the decoder cannot disagree with the encoder. Rejected: a pair of methods {@code read}
 * and {@code write}, in which each field is listed twice, and a third time for printing; a table of fields that is
 * interpreted by reflection, which is slower, and in which an order that depends on the version is harder to read than
 * as an {@code if}; generated classes, which are hard to read, and whose generator is a second program to maintain.
 * <li><b>An unknown type of a message or multipart message is refused; an unknown item inside a message is kept.</b>
 * The receiver has to answer the former with an error. Refusing the latter would lose the rest of the message because
 * of an extension.
 * <li><b>A structure that is longer than its fields is refused</b>, even where a later version might have added fields.
 * Open vSwitch does the same, and reading on would lose the additional bytes.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.openflow.wire;

import org.jspecify.annotations.NullMarked;
