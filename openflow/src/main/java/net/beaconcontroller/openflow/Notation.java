package net.beaconcontroller.openflow;

import java.math.BigInteger;
import java.util.List;

/**
 * The text notation of {@code ovs-ofctl} for matches, actions and flows.
 *
 * <p>What is promised: for every match, list of actions (printed one by one, with commas between them) and flow-mod of which
 * each number fits its field on the wire, the text that is printed is parsed to an equal value. Where {@code ovs-ofctl} has no
 * notation for something, or its notation cannot tell two things apart, there is one of our own:
 *
 * <ul>
 *   <li>{@code oxm_} before a field's name: the field is as it is written, with nothing checked. FieldVisitor print so that a switch
 *       would refuse or that {@code ovs-ofctl} would change: a field a second time, one whose protocol the match does not say
 *       before it, one with bits set beyond its width or outside its mask.
 *   <li>{@code oxm_<class>_<number>=0x...}, with {@code _<experimenter>} behind the number: a field that is not known.
 *   <li>{@code output:2:128}: an output to another port than the controller with a length, though it means nothing there. A
 *       length of 0 is left out like one of 65535, as Open vSwitch writes the one and others the other: that alone reads back
 *       as another value.
 *   <li>{@code apply_actions(...)}: the actions that are applied, where standing by themselves they would mean something else.
 *   <li>{@code experimenter:id:data}, {@code unknown:type:data}, {@code experimenter_instruction:id:data}, {@code
 *       unknown_instruction:type:data}, {@code copy_field:bits:offset:offset:headers}, {@code stat_trigger(flags=..., ...)}.
 * </ul>
 *
 * <p>What is not promised: that a text is printed as it was written. Shorthands such as {@code tcp} print as the fields that they
 * mean, and the order of a flow's keys is ours.
 *
 * <p>What differs from {@code ovs-ofctl}: a field whose protocol is not said anywhere in the match is refused, not ignored, and
 * so is a field that is said twice; nothing is added to a match that is not said, and {@code mod_vlan_vid} sets the number and
 * pushes no tag; ports above 65280 are no reserved ports, those go by their names; numbers that begin with 0 are refused, not
 * octal; extensions of Open vSwitch are refused. What a dump of flows says of counters is passed over.
 */
final class Notation {
    private Notation() {}

    static String print(Oxm oxm) {
        return NotationPrinter.oxm(oxm, true);
    }

    static String print(Match match) {
        return NotationPrinter.match(match);
    }

    static String print(Action action) {
        return NotationPrinter.action(action);
    }

    static String print(Instruction instruction) {
        return NotationPrinter.instruction(instruction);
    }

    static String print(List<Instruction> instructions) {
        return NotationPrinter.instructions(instructions);
    }

    /** A field's value for programs: a number, or text if it is an address, or hexadecimal digits if the field is not known. */
    static Object plain(Oxm oxm, Bytes value) {
        Field field = oxm.field().orElse(null);
        if (field == null) {
            return value.toString();
        }
        return NotationOxm.isAddress(field) ? NotationOxm.print(field, value) : unsigned(value.toLong());
    }

    /** A number of 64 bits without a sign. */
    static Number unsigned(long number) {
        return number >= 0 ? (Number) number : new BigInteger(Long.toUnsignedString(number));
    }

    static Match parseMatch(String text) {
        return NotationParser.match(text);
    }

    static List<Action> parseActions(String text) {
        return NotationParser.actions(text);
    }

    static FlowMod parseFlow(String text) {
        return NotationParser.flow(text);
    }
}
