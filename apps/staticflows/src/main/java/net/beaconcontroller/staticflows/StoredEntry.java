package net.beaconcontroller.staticflows;

import java.util.List;
import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.openflow.entry.Definition;
import net.beaconcontroller.openflow.entry.Entry;
import net.beaconcontroller.openflow.entry.EntryException;

/**
 * The document of an entry in the store, whose key is the name of the entry.
 *
 * @param kind flow, group or meter
 * @param switches the switches that it is for
 * @param versions the versions of OpenFlow that it is for; empty for all
 * @param text in the notation of ovs-ofctl
 * @param source who defines the entry
 * @param number the low 32 bits of the cookies of a flow, different for all entries
 */
record StoredEntry(String kind, String switches, List<String> versions, String text, Source source, int number) {

    static StoredEntry of(KeptEntry kept) {
        Definition definition = kept.entry().definition();
        return new StoredEntry(
                Entry.word(definition.kind()),
                definition.switches(),
                definition.versions(),
                definition.text(),
                kept.source(),
                kept.number());
    }

    /**
     * Returns the entry.
     *
     * @throws RuntimeException if this version of the controller cannot parse it
     */
    KeptEntry keep(String name, long version) {
        Kind parsed = Entry.kindOf(kind)
                .orElseThrow(() -> new IllegalArgumentException("kind %s: needs flow, group or meter".formatted(kind)));
        var definition = new Definition(parsed, name, switches, versions, text, 0);
        return new KeptEntry(parse(definition), source, number, version);
    }

    /** Parses a definition. An earlier version of the controller may have accepted definitions that are refused now. */
    private static Entry parse(Definition definition) {
        try {
            return Entry.parse(definition);
        } catch (EntryException e) {
            Definition corrected = Entry.corrected(definition);
            if (corrected.equals(definition)) {
                throw e;
            }
            return Entry.parse(corrected);
        }
    }
}
