package net.beaconcontroller.openflow.entry;

import java.util.List;
import net.beaconcontroller.openflow.check.Entries.Kind;

/**
 * An entry as it was written, before its parts are parsed.
 *
 * @param kind what the text describes
 * @param name empty for a name that is derived from the entry
 * @param switches the switches that it is for, see {@link SwitchSelector#parse}
 * @param versions the versions of OpenFlow that it is for, such as 1.3; empty for all that can express it
 * @param text the flow, group or meter in the notation of {@code ovs-ofctl}
 * @param line the line of the file, from 1; 0 if it is of no file
 */
public record Definition(Kind kind, String name, String switches, List<String> versions, String text, int line) {
    public Definition {
        versions = List.copyOf(versions);
    }

    Definition withText(String changed) {
        return new Definition(kind, name, switches, versions, changed, line);
    }

    /** Returns a definition for all switches and versions, with a derived name. */
    public static Definition of(Kind kind, String text) {
        return new Definition(kind, "", SwitchSelector.ALL_TEXT, List.of(), text, 0);
    }
}
