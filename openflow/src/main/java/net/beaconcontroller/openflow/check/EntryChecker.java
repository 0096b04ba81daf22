package net.beaconcontroller.openflow.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.multipart.GroupFeatures;
import net.beaconcontroller.openflow.multipart.MeterFeatures;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.openflow.structure.Group;

/**
 * Checks the entries of a switch before they are sent. Entries without an error can be encoded in the version. A switch
 * can refuse an entry all the same, because it supports less than it tells. May be called from any thread.
 */
public final class EntryChecker {
    private final Entries entries;
    private final Capabilities capabilities;
    private final ActionCheck.Targets targets;
    private final List<Problem> problems = new ArrayList<>();

    private EntryChecker(Entries entries, Capabilities capabilities) {
        this.entries = entries;
        this.capabilities = capabilities;
        var groups = new HashSet<>(capabilities.otherGroups());
        entries.groups().forEach(group -> groups.add(group.groupId()));
        var meters = new HashSet<>(capabilities.otherMeters());
        entries.meters().forEach(meter -> meters.add(meter.meterId()));
        this.targets = new ActionCheck.Targets(groups, meters);
    }

    /** Returns the problems of the entries; empty if there are none. */
    public static List<Problem> check(Entries entries, Capabilities capabilities) {
        var checker = new EntryChecker(entries, capabilities);
        checker.checkMeters();
        checker.checkGroups();
        checker.checkFlows();
        return List.copyOf(checker.problems);
    }

    private Report[] reports(Entries.Kind kind, List<?> list) {
        return IntStream.range(0, list.size())
                .mapToObj(i -> new Report(problems, kind, i))
                .toArray(Report[]::new);
    }

    private void checkMeters() {
        List<MeterMod> meters = entries.meters();
        Report[] reports = reports(Entries.Kind.METER, meters);
        var ids = new HashSet<Long>();
        MeterFeatures features = capabilities.meterFeatures();
        for (int i = 0; i < reports.length; i++) {
            new MeterCheck(meters.get(i), capabilities, reports[i]).check();
            long meterId = meters.get(i).meterId();
            checkId("meter_id", meterId, ids, capabilities.otherMeters(), reports[i]);
            if (features != null && ids.size() > features.maxMeters()) {
                reports[i].error(
                        "meter_id", meterId, "too many meters for the switch", "at most " + features.maxMeters());
            }
        }
        encode(reports, meters::get, "bands");
    }

    private static void checkId(String field, long id, Set<Long> ids, Set<Long> others, Report report) {
        if (!ids.add(id)) {
            report.error(field, id, "duplicate id", "one entry for each id");
        } else if (others.contains(id)) {
            report.error(field, id, "the switch has an entry of another owner with the id", "another id");
        }
    }

    private void checkGroups() {
        List<GroupMod> groups = entries.groups();
        Report[] reports = reports(Entries.Kind.GROUP, groups);
        var ids = new HashSet<Long>();
        var counts = new HashMap<Integer, Integer>();
        for (int i = 0; i < reports.length; i++) {
            GroupMod group = groups.get(i);
            new GroupCheck(group, capabilities, targets, reports[i]).check();
            checkId("group_id", group.groupId(), ids, capabilities.otherGroups(), reports[i]);
            long most = maxGroups(group.groupType());
            if (counts.merge(group.groupType(), 1, Integer::sum) > most) {
                reports[i].error(
                        "type",
                        Group.TYPES.print(group.groupType()),
                        "too many groups of the type for the switch",
                        "at most " + most);
            }
        }
        if (capabilities.version() != Version.OF10) {
            GroupLoops.find(groups, reports);
        }
        encode(reports, groups::get, "buckets");
    }

    private long maxGroups(int type) {
        GroupFeatures features = capabilities.groupFeatures();
        if (features == null) {
            return Long.MAX_VALUE;
        }
        return switch (type) {
            case GroupMod.TYPE_ALL -> features.maxAll();
            case GroupMod.TYPE_SELECT -> features.maxSelect();
            case GroupMod.TYPE_INDIRECT -> features.maxIndirect();
            case GroupMod.TYPE_FAST_FAILOVER -> features.maxFastFailover();
            default -> Long.MAX_VALUE;
        };
    }

    private void checkFlows() {
        List<FlowMod> flows = entries.flows();
        Report[] reports = reports(Entries.Kind.FLOW, flows);
        for (int i = 0; i < reports.length; i++) {
            new FlowCheck(flows.get(i), capabilities, targets, reports[i]).check();
        }
        encode(reports, flows::get, "instructions");
        FlowConflicts.find(flows, capabilities.version(), reports);
        checkTableSizes(flows, reports);
    }

    private void checkTableSizes(List<FlowMod> flows, Report[] reports) {
        Map<Integer, Long> left = new HashMap<>();
        for (TableFeatures table : capabilities.tableFeatures()) {
            left.put(table.tableId(), table.maxEntries());
        }
        for (int i = 0; i < reports.length; i++) {
            int tableId = flows.get(i).tableId();
            Long free = reports[i].hasErrors() ? null : left.computeIfPresent(tableId, (_, count) -> count - 1);
            if (free != null && free < 0) {
                reports[i].error("table_id", tableId, "too many flows for the table", "another table");
            }
        }
    }

    /** Encodes the entries that have no errors, and reports those that are longer than a message. */
    private void encode(Report[] reports, IntFunction<Message> entries, String longest) {
        var out = new Writer(256);
        for (int i = 0; i < reports.length; i++) {
            if (reports[i].hasErrors()) {
                continue;
            }
            try {
                out.discard(out.length());
                Messages.encode(entries.apply(i), capabilities.version(), 0, out);
            } catch (UnsupportedByVersionException | IllegalArgumentException e) {
                reports[i].error(longest, "", String.valueOf(e.getMessage()), "an entry that fits a message");
            }
        }
    }
}
