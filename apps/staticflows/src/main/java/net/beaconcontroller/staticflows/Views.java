package net.beaconcontroller.staticflows;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.openflow.entry.Definition;
import net.beaconcontroller.openflow.entry.Entry;
import net.beaconcontroller.openflow.entry.EntryProblem;
import net.beaconcontroller.staticflows.Repair.Difference;
import org.jspecify.annotations.Nullable;

/** The bodies of requests and answers. */
final class Views {
    private static final String SWITCHES =
            "the switches that it is for: all, or a list of datapath ids, ranges such as "
                    + "1-ff, and conditions such as hardware=Open vSwitch*";
    private static final String VERSIONS = "the versions of OpenFlow that it is for, such as 1.3; empty for all";
    private static final String TEXT =
            "the flow, group or meter in the notation of ovs-ofctl: priority=10,tcp,tp_dst=80,actions=output:2";

    private Views() {}

    /** An entry. */
    public record EntryView(
            @Description("its name") String name,
            @Description("flow, group or meter") String kind,
            @Description(SWITCHES) String switches,
            @Description(VERSIONS) List<String> versions,
            @Description(TEXT) String text,

            @Description("rest: added by a request; file: defined by the file of app.staticflows.file")
            String source,

            @Description("cookie of its flow, hexadecimal after 0x; null for groups and meters") @Nullable
            String cookie,

            @Description("version, which increases when it is replaced")
            long version) {
        static EntryView of(KeptEntry kept) {
            Definition definition = kept.entry().definition();
            return new EntryView(
                    definition.name(),
                    Entry.word(definition.kind()),
                    definition.switches(),
                    definition.versions(),
                    definition.text(),
                    Words.spaced(kept.source()),
                    definition.kind() == Kind.FLOW ? "0x" + Long.toHexString(kept.cookie()) : null,
                    kept.version());
        }
    }

    /** An entry to add or to replace. */
    public record NewEntry(
            @Description("its name; by default derived from kind, match and switches") @Nullable
            String name,

            @Description("flow, which is the default, group or meter") @Nullable
            String kind,

            @Description(SWITCHES + "; default: all") @Nullable
            String switches,

            @Description(VERSIONS) @Nullable List<String> versions,
            @Description(TEXT) @Nullable String text) {}

    /** Entries to add. */
    public record NewEntries(
            @Description("the entries; all are added, or none") @Nullable
            List<NewEntry> entries) {}

    /** A problem of an entry. */
    public record ProblemView(
            @Description("error or warning") String severity,

            @Description("line of the file; 0 if the entry is of no file")
            int line,

            @Description("name of the entry, or its kind if it has none")
            String entry,

            @Description("the field that is wrong, such as match.tcp_dst")
            String field,

            @Description("its value; empty if it is absent") String value,
            @Description("the error") String reason,
            @Description("the valid values") String valid,

            @Description("the switch or the version of OpenFlow where it is wrong; empty for everywhere")
            String scope) {
        static ProblemView of(EntryProblem problem) {
            return new ProblemView(
                    Words.spaced(problem.severity()),
                    problem.line(),
                    problem.entry(),
                    problem.field(),
                    problem.value(),
                    problem.reason(),
                    problem.valid(),
                    problem.scope());
        }
    }

    /** The effects of a change, or those that it would have. */
    public record ChangeView(
            @Description("the entries that are new or different")
            List<EntryView> put,

            @Description("the names of the entries that were deleted")
            List<String> deleted,

            @Description("overlaps, and ports that a switch does not have")
            List<ProblemView> warnings) {
        static ChangeView of(Catalog.Outcome outcome) {
            return new ChangeView(
                    outcome.put().stream().map(EntryView::of).toList(),
                    outcome.deleted().stream().map(KeptEntry::name).toList(),
                    outcome.warnings().stream().map(ProblemView::of).toList());
        }
    }

    /** The result of a check. */
    public record CheckView(
            @Description("whether the entries could be added now")
            boolean valid,

            @Description("errors and warnings") List<ProblemView> problems) {}

    /** A switch. */
    public record SwitchView(
            @Description("datapath id") @JsonProperty("switch")
            String datapathId,

            @Description("in sync, reconciling, refused or unreachable")
            String state,

            @Description("why it is not in sync; empty if it is")
            String reason,

            @Description("number of its static entries") int entries,

            @Description("the entries that it does not have, and why")
            List<RefusalView> refused,

            @Description("differences since the start that others have caused, by kind")
            DriftView drift,

            @Description("when it was last compared; null if it never was") @Nullable
            String reconciledAt,

            @Description("how long that took, in milliseconds")
            long tookMillis) {
        static SwitchView of(long datapathId, SwitchStatus status) {
            return new SwitchView(
                    DatapathId.toString(datapathId),
                    Words.spaced(status.state()),
                    status.reason(),
                    status.entries(),
                    status.refusals().stream()
                            .map(refusal -> new RefusalView(refusal.entry(), refusal.reason()))
                            .toList(),
                    DriftView.of(status.drift()),
                    status.at() == null ? null : status.at().toString(),
                    status.took().toMillis());
        }
    }

    /** An entry that a switch does not have. */
    public record RefusalView(
            @Description("its name") String entry,
            @Description("why") String reason) {}

    /** The number of differences. */
    public record DriftView(
            @Description("entries that the switch had no longer")
            long missing,

            @Description("entries that the switch had in another form")
            long changed,

            @Description("the number of objects in the switch that were not entries")
            long stale) {
        static DriftView of(Map<Difference, Long> drift) {
            return new DriftView(
                    drift.getOrDefault(Difference.MISSING, 0L),
                    drift.getOrDefault(Difference.CHANGED, 0L),
                    drift.getOrDefault(Difference.STALE, 0L));
        }
    }

    /** The file of app.staticflows.file. */
    public record FileView(
            @Description("its path; null if none is configured") @Nullable
            String path,

            @Description("the error of its present content; empty if it is in force")
            String error) {}

    /** The number of a group or meter that an entry had. */
    public record ClaimView(
            @Description("group or meter") String kind,
            @Description("its number") long id,
            @Description(SWITCHES) String switches) {}
}
