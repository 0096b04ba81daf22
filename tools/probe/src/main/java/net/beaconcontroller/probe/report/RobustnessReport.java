package net.beaconcontroller.probe.report;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.beaconcontroller.bench.Machine;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.Verdict;
import net.beaconcontroller.probe.robustness.Outcome;
import net.beaconcontroller.probe.robustness.ProbeCase;
import net.beaconcontroller.probe.robustness.StudyColour;

/**
 * How controllers took the cases.
 *
 * @param command the command that ran the cases
 * @param seed the seed of the random values
 */
public record RobustnessReport(String command, Machine machine, long seed, List<Run> runs) {
    /** Explains the colour of a case about which people can have another opinion than the study. */
    public static final String STUDY_NOTE =
            "ethernet-type: an Ethernet switch forwards by the addresses and does not have to"
                    + " read further, so an answer is right; the study counts it as an error that was not detected";

    /**
     * The cases of one controller in one version.
     *
     * @param failure why the cases were not run, one line; empty if they were
     */
    public record Run(String controller, Version version, List<Outcome> outcomes, String failure) {
        public Run {
            outcomes = List.copyOf(outcomes);
        }

        /** Returns the name of the controller and the version. */
        public String title() {
            return "%s, OpenFlow %s".formatted(controller, version);
        }

        /** Returns the number of cases with each verdict; verdicts that no case has are left out. */
        public Map<Verdict, Integer> counts() {
            var counts = new EnumMap<Verdict, Integer>(Verdict.class);
            outcomes.forEach(outcome -> counts.merge(outcome.verdict(), 1, Integer::sum));
            return counts;
        }

        /** Returns the outcome of a case; empty if the version does not have it or it was not run. */
        public Optional<Outcome> of(ProbeCase probeCase) {
            return outcomes.stream()
                    .filter(outcome -> outcome.probeCase().name().equals(probeCase.name()))
                    .findFirst();
        }
    }

    public RobustnessReport {
        runs = List.copyOf(runs);
    }

    /** Returns all cases that were run, in their order. */
    public List<ProbeCase> cases() {
        return runs.stream()
                .flatMap(run -> run.outcomes().stream())
                .map(Outcome::probeCase)
                .distinct()
                .toList();
    }

    /** Returns the cases that the study of 2013 has. */
    public List<ProbeCase> studyCases() {
        return cases().stream().filter(StudyColour::has).toList();
    }

    /** Returns whether a verdict is worse than the given one, or a controller could not be run. */
    public boolean isWorseThan(Verdict allowed) {
        return runs.stream()
                .anyMatch(run -> !run.failure().isEmpty()
                        || run.outcomes().stream()
                                .anyMatch(outcome -> outcome.verdict().isWorseThan(allowed)));
    }
}
