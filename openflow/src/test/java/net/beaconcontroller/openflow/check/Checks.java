package net.beaconcontroller.openflow.check;

import java.util.List;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.check.Problem.Severity;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.MeterMod;

/** Runs the checker on single entries. */
final class Checks {
    private Checks() {}

    static List<Problem> check(Capabilities capabilities, FlowMod... flows) {
        return EntryChecker.check(new Entries(List.of(flows), List.of(), List.of()), capabilities);
    }

    static List<Problem> check(Capabilities capabilities, GroupMod... groups) {
        return EntryChecker.check(new Entries(List.of(), List.of(groups), List.of()), capabilities);
    }

    static List<Problem> check(Capabilities capabilities, MeterMod... meters) {
        return EntryChecker.check(new Entries(List.of(), List.of(), List.of(meters)), capabilities);
    }

    static List<Problem> errors(Version version, FlowMod flow) {
        return check(Capabilities.of(version), flow).stream()
                .filter(problem -> problem.severity() == Severity.ERROR)
                .toList();
    }
}
