/**
 * The OpenFlow wire format and message model. This package has the basic types. Start reading at {@link
 * net.beaconcontroller.openflow.Version} and {@link net.beaconcontroller.openflow.Header}, then at the package {@code
 * codec}, which decodes and encodes messages.
 *
 * <p>From low to high, the packages are:
 *
 * <ul>
 * <li>{@code openflow}: versions, message types, port and group numbers, error codes, exceptions;
 * <li>{@code notation}: the lexer of the text notation of {@code ovs-ofctl};
 * <li>{@code wire}: the codec framework, which visits the fields of a structure to read, write or print it;
 * <li>{@code match}: matches, fields and statistics of flows;
 * <li>{@code action}: actions and instructions;
 * <li>{@code structure}: ports, queues, groups and other structures that several messages have;
 * <li>{@code message}: the messages;
 * <li>{@code multipart}: the multipart requests and replies;
 * <li>{@code codec}: decoding and encoding of messages;
 * <li>{@code flyweight}: packet-ins, packet-outs and flow-mods without allocation;
 * <li>{@code check}: checks of flows, groups and meters before they are sent.
 * </ul>
 *
 * <p>Unsigned fields have the next larger Java type: 8 and 16 bits are an {@code int}, 32 bits a {@code long}. A field
 * of 64 bits is a {@code long} with the same bits. An Ethernet address is the low 48 bits of a {@code long}.
 *
 * <p>A type or field whose comment names no version exists in OpenFlow 1.0, 1.2, 1.3, 1.4 and 1.5. Section numbers are
 * those of OpenFlow 1.5.1 unless the comment names another version. A name in parentheses, such as OFPT_HELLO, OFPFF_
 * or ofp_port, is the place in the section.
 */
@NullMarked
package net.beaconcontroller.openflow;

import org.jspecify.annotations.NullMarked;
