package net.beaconcontroller.staticflows;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.openflow.check.FlowIdentity;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.structure.Bucket;
import net.beaconcontroller.openflow.structure.Group;
import net.beaconcontroller.openflow.structure.Meter;
import net.beaconcontroller.staticflows.Repair.Difference;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of the objects that a switch reports with the static entries: a pure function.
 *
 * <p>The repairs are in an order in which the switch can make them one by one: meters, then groups, each after the
 * groups to which it refers, then flows, from the last table to the first, and deletes in the opposite order. Flows
 * with other cookies, and groups and meters whose numbers no entry has or had, are not touched.
 */
final class Comparison {
    /** The forms in which switches report entries, if that is not the form in which they were sent. */
    @FunctionalInterface
    interface AcceptedForms {
        AcceptedForms NONE = (_, _) -> false;

        boolean accepts(KeptEntry entry, Object reported);
    }

    private final Desired desired;
    private final Contents contents;
    private final Version version;
    private final AcceptedForms accepted;

    private Comparison(Desired desired, Contents contents, Version version, AcceptedForms accepted) {
        this.desired = desired;
        this.contents = contents;
        this.version = version;
        this.accepted = accepted;
    }

    /** Returns the repairs; none if the switch matches the static entries. */
    static List<Repair> repairs(Desired desired, Contents contents, Version version, AcceptedForms accepted) {
        var comparison = new Comparison(desired, contents, version, accepted);
        var puts = new ArrayList<Repair>();
        var deletes = new ArrayList<Repair>();
        if (version.isAtLeast(Version.OF13)) {
            comparison.compareMeters(puts, deletes);
        }
        if (version.isAtLeast(Version.OF12)) {
            comparison.compareGroups(puts, deletes);
        }
        comparison.compareFlows(puts, deletes);
        Collections.reverse(deletes);
        puts.addAll(deletes);
        return puts;
    }

    private void compareMeters(List<Repair> puts, List<Repair> deletes) {
        Map<Long, Meter> present = byKey(contents.meters(), Meter::meterId);
        Set<Long> owned = desired.claimed(Kind.METER);
        desired.of(Kind.METER).forEach(entry -> {
            MeterMod add = entry.meter(MeterMod.Command.ADD);
            owned.remove(add.meterId());
            Meter meter = present.get(add.meterId());
            if (meter == null) {
                puts.add(missing(entry, add));
            } else {
                Object form = Forms.ofMeter(meter);
                Object wanted = Forms.ofMeter(new Meter(add.flags(), add.meterId(), add.bands()));
                if (!form.equals(wanted) && !accepted.accepts(entry, form)) {
                    puts.add(changed(entry, form, entry.meter(MeterMod.Command.MODIFY)));
                }
            }
        });
        owned.stream()
                .filter(present::containsKey)
                .sorted()
                .map(id -> new Repair(
                        Difference.STALE,
                        new Repair.Id(Kind.METER, id),
                        null,
                        null,
                        new MeterMod(MeterMod.Command.DELETE, 0, id, List.of())))
                .forEach(deletes::add);
    }

    private void compareGroups(List<Repair> puts, List<Repair> deletes) {
        Map<Long, Group> present = byKey(contents.groups(), Group::groupId);
        Map<Long, KeptEntry> entries = byKey(desired.of(Kind.GROUP).toList(), kept -> Claim.idOf(kept.entry()));
        for (long id : inOrder(entries.keySet(), id -> bucketsOf(entries.get(id)))) {
            KeptEntry entry = requireNonNull(entries.get(id));
            GroupMod add = entry.group(GroupMod.Command.ADD);
            Group group = present.get(id);
            if (group == null) {
                puts.add(missing(entry, add));
            } else {
                Object form = Forms.ofGroup(group.groupType(), group.buckets());
                if (!form.equals(Forms.ofGroup(add.groupType(), add.buckets())) && !accepted.accepts(entry, form)) {
                    puts.add(changed(entry, form, entry.group(GroupMod.Command.MODIFY)));
                }
            }
        }
        Set<Long> stale = desired.claimed(Kind.GROUP);
        stale.removeAll(entries.keySet());
        stale.retainAll(present.keySet());
        for (long id : inOrder(stale, id -> requireNonNull(present.get(id)).buckets())) {
            // A delete may have type 0 for a group of any type.
            GroupMod delete = GroupMod.of(GroupMod.Command.DELETE, GroupMod.TYPE_ALL, id);
            deletes.add(new Repair(Difference.STALE, new Repair.Id(Kind.GROUP, id), null, null, delete));
        }
    }

    private static List<Bucket> bucketsOf(@Nullable KeptEntry entry) {
        return entry == null ? List.of() : ((GroupMod) entry.entry().message()).buckets();
    }

    /** Returns groups so that each follows those to which it refers. */
    private static Collection<Long> inOrder(Set<Long> ids, Function<Long, List<Bucket>> buckets) {
        var ordered = new LinkedHashSet<Long>();
        ids.stream().sorted().forEach(id -> visit(id, ids, buckets, new LinkedHashSet<>(), ordered));
        return ordered;
    }

    private static void visit(
            long id, Set<Long> ids, Function<Long, List<Bucket>> buckets, Set<Long> path, Set<Long> ordered) {
        if (ids.contains(id) && !ordered.contains(id) && path.add(id)) {
            Forms.groupsAfter(buckets.apply(id)).stream()
                    .sorted()
                    .forEach(next -> visit(next, ids, buckets, path, ordered));
            ordered.add(id);
        }
    }

    private void compareFlows(List<Repair> puts, List<Repair> deletes) {
        var present = new LinkedHashMap<FlowIdentity, FlowStats>();
        for (FlowStats flow : contents.flows()) {
            if (KeptEntry.COOKIES.contains(flow.cookie())) {
                present.put(FlowIdentity.of(flow, version), flow);
            }
        }
        var flows = new ArrayList<Repair>();
        desired.of(Kind.FLOW).forEach(entry -> {
            FlowMod add = entry.flow(version);
            FlowStats flow = present.remove(FlowIdentity.of(add, version));
            if (flow == null) {
                flows.add(missing(entry, add));
            } else {
                Object form = Forms.of(flow, version);
                if (!form.equals(Forms.of(add, version)) && !accepted.accepts(entry, form)) {
                    flows.add(changed(entry, form, add));
                }
            }
        });
        flows.sort(Comparator.comparingInt(repair -> -((FlowMod) repair.message()).tableId()));
        puts.addAll(flows);
        present.values().stream()
                .filter(flow -> !desired.untouched().contains(KeptEntry.numberOf(flow.cookie())))
                .sorted(Comparator.comparingInt(flow -> -flow.tableId()))
                .map(this::stale)
                .forEach(deletes::add);
    }

    private Repair stale(FlowStats flow) {
        boolean is10 = version == Version.OF10;
        FlowMod delete = FlowMod.delete()
                .command(FlowMod.Command.DELETE_STRICT)
                .tableId(is10 ? FlowMod.ALL_TABLES : flow.tableId())
                .cookie(flow.cookie())
                .cookieMask(is10 ? 0 : -1)
                .priority(flow.priority())
                .match(flow.match())
                .outPort(PortNumber.ANY)
                .build();
        return new Repair(Difference.STALE, Repair.Id.ofCookie(flow.cookie()), null, null, delete);
    }

    private static Repair missing(KeptEntry entry, Message add) {
        return new Repair(Difference.MISSING, Repair.Id.of(entry), entry, null, add);
    }

    private static Repair changed(KeptEntry entry, Object form, Message message) {
        return new Repair(Difference.CHANGED, Repair.Id.of(entry), entry, form, message);
    }

    private static <T> Map<Long, T> byKey(Collection<T> all, Function<T, Long> key) {
        return all.stream().collect(Collectors.toMap(key, one -> one, (first, _) -> first));
    }
}
