/**
 * The lexer of the text notation of {@code ovs-ofctl}, and the notation of numbers and of the keys of flows. The
 * notations of matches, actions and flow-mods are in their packages. Internal: not exported to applications.
 *
 * <p>For every match, list of actions (printed one by one, with commas between them) and flow-mod whose numbers fit
 * their fields, the parser returns an equal value for the printed text, apart from the lengths of outputs. Where {@code
 * ovs-ofctl} has no notation, or an ambiguous one, this library has its own:
 *
 * <ul>
 * <li>{@code oxm_} before the name of a field: the value is not validated. Fields print so if a switch would reject
 * them or {@code ovs-ofctl} would change them: a duplicate field, a field whose prerequisites do not precede it, a
 * field with bits beyond its width or outside its mask.
 * <li>{@code oxm_<class>_<number>=0x...}, with {@code _<experimenter>} after the number: an unknown field.
 * <li>{@code output:2:128}: an output with a length to a port other than the controller. A length of 0 is omitted like
 * one of 65535, because switches use both; it is parsed to 65535.
 * <li>{@code apply_actions(...)}: applied actions where their plain form would be ambiguous.
 * <li>{@code experimenter:id:data}, {@code unknown:type:data}, {@code experimenter_instruction:id:data}, {@code
 * unknown_instruction:type:data}, {@code copy_field:bits:offset:offset:headers}, {@code stat_trigger(flags=..., ...)}.
 * </ul>
 *
 * <p>The printed text may differ from the parsed one: shorthands such as {@code tcp} print as their fields, and the
 * order of the keys of a flow is fixed.
 *
 * <p>An output to the controller of more than 64000 bytes is parsed to one of 64000, so that stored entries and copied
 * dumps stay valid, see {@link net.beaconcontroller.openflow.action.Action.Output#MAX_PACKET_IN}.
 *
 * <p>Differences from {@code ovs-ofctl}: a field without its prerequisites and a duplicate field are rejected, not
 * ignored; no field is added to a match; {@code mod_vlan_vid} sets the VLAN id and pushes no tag; port numbers above
 * 65280 are not reserved ports, which have names; numbers with a leading 0 are rejected, not octal; extensions of Open
 * vSwitch are rejected. The statistics in a dump of flows are skipped.
 */
@NullMarked
package net.beaconcontroller.openflow.notation;

import org.jspecify.annotations.NullMarked;
