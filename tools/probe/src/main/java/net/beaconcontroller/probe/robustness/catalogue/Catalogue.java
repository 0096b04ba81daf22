package net.beaconcontroller.probe.robustness.catalogue;

import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.probe.robustness.ProbeCase;

/** All cases, by group. */
public final class Catalogue {
    private Catalogue() {}

    /** Returns all cases, in the order in which they are run. */
    public static List<ProbeCase> all() {
        return Stream.of(
                        StudyCases.all(),
                        ExampleCases.all(),
                        HeaderCases.all(),
                        FieldCases.all(),
                        FrameCases.all(),
                        MisuseCases.all(),
                        ConnectionCases.all(),
                        FloodCases.all(),
                        ForgeryCases.all())
                .flatMap(List::stream)
                .toList();
    }
}
