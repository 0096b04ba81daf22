package net.beaconcontroller.staticflows;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.zip.CRC32C;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.openflow.entry.Entry;
import net.beaconcontroller.openflow.entry.SwitchSelector;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.multipart.SwitchDescription;

/**
 * The number of a group or meter that an entry had until it was deleted. Groups and meters have no cookies, so that
 * only this tells that one in a switch is not of another owner, and is to be deleted.
 *
 * @param kind group or meter
 * @param id its number in the switches
 * @param switches the switches that the entry was for
 */
record Claim(String kind, long id, String switches) {
    static Claim of(Entry entry) {
        return new Claim(Entry.word(entry.kind()), idOf(entry), entry.switches().toString());
    }

    /** Returns the number of a group or meter. */
    static long idOf(Entry entry) {
        return switch (entry.message()) {
            case GroupMod group -> group.groupId();
            case MeterMod meter -> meter.meterId();
            default -> throw new IllegalArgumentException("a flow has no number: " + entry.name());
        };
    }

    /** Returns the key of its document. */
    String key() {
        var checksum = new CRC32C();
        checksum.update(switches.getBytes(UTF_8));
        return "%s-%d-%08x".formatted(kind, id, checksum.getValue());
    }

    boolean isOf(Kind wanted) {
        return kind.equals(Entry.word(wanted));
    }

    boolean isFor(long datapathId, SwitchDescription description, Version version) {
        return version.isAtLeast(isOf(Kind.METER) ? Version.OF13 : Version.OF12)
                && SwitchSelector.parse(switches).appliesTo(datapathId, description);
    }
}
