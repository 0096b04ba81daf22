package net.beaconcontroller.staticflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.beaconcontroller.openflow.entry.EntryException;
import org.junit.jupiter.api.Test;

/** Entries in a store that another version of the controller wrote. */
class StoredEntryTest {
    private static KeptEntry keep(String text) {
        return new StoredEntry("flow", "all", List.of(), text, Source.REST, 7).keep("a", 1);
    }

    @Test
    void bitsOutsideMasksAreClearedAsByTheVersionThatAcceptedThem() {
        String text = keep("ip,nw_src=10.1.2.3/8,nw_dst=10.0.0.5/255.255.255.0,actions=drop")
                .entry()
                .definition()
                .text();
        assertThat(text).isEqualTo("ip,nw_src=10.0.0.0/8,nw_dst=10.0.0.0/255.255.255.0,actions=drop");
    }

    @Test
    void otherErrorsMakeAnEntryUnreadable() {
        assertThatThrownBy(() -> keep("ip,nw_src=10.1.2.3/8,nw_dst=10.0.0.300,actions=drop"))
                .isInstanceOf(EntryException.class);
    }
}
