package net.beaconcontroller.probe.robustness.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.robustness.ProbeCase;
import org.junit.jupiter.api.Test;

class CatalogueTest {
    @Test
    void eachCaseHasAnotherName() {
        assertThat(Catalogue.all()).extracting(ProbeCase::name).doesNotHaveDuplicates();
    }

    @Test
    void thereIsASampleOfEachMessageTypeInEachVersion() {
        for (Version version : ProbeCase.ALL_VERSIONS) {
            for (MessageType type : MessageType.values()) {
                boolean isSampled = samples()
                        .anyMatch(sample ->
                                sample.type() == type && sample.versions().contains(version));
                assertThat(isSampled).as("%s of %s", type, version).isEqualTo(type.wire(version) >= 0);
            }
        }
    }

    private static Stream<Sample> samples() {
        return Stream.of(Sample.ofSwitches(), Sample.ofControllers()).flatMap(List::stream);
    }
}
