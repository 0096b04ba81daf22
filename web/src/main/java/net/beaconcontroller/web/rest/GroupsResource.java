package net.beaconcontroller.web.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.api.web.LazyList;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.ActionPrinter;
import net.beaconcontroller.openflow.multipart.GroupDescription;
import net.beaconcontroller.openflow.multipart.GroupStats;
import net.beaconcontroller.openflow.structure.Bucket;
import net.beaconcontroller.openflow.structure.Group;
import org.jspecify.annotations.Nullable;

/** The groups of a switch. */
@Path("switches/{id}/groups")
@Produces("application/json")
public final class GroupsResource {
    private final Controller controller;

    /** A group. */
    public record GroupView(
            @Description("group number") long id,
            @Description("all, select, indirect or ff") String type,
            @Description("its buckets, in order") List<BucketView> buckets,

            @Description("flows and groups that refer to it; null if unknown") @Nullable
            Long references,

            @Description("packets processed; null if unknown") @Nullable
            Long packets,

            @Description("bytes processed; null if unknown") @Nullable
            Long bytes) {}

    /** A bucket of a group. */
    public record BucketView(
            @Description("actions, in the notation of ovs-ofctl")
            String actions,

            @Description("relative weight in a select group")
            int weight,

            @Description("port that has to be live; null for none") @Nullable
            String watchPort,

            @Description("group that has to be live; null for none") @Nullable
            String watchGroup) {}

    public GroupsResource(Controller controller) {
        this.controller = controller;
    }

    @GET
    @Description("Returns the groups of a switch, with the counters that it reports now. OpenFlow 1.0 has none.")
    public List<GroupView> list(
            @PathParam("id") @Description(LiveRequests.SWITCH) @Example(LiveRequests.EXAMPLE_SWITCH) String id) {
        Switch sw = LiveRequests.find(controller, id);
        if (sw.version() == Version.OF10) {
            return List.of();
        }
        List<Group> groups =
                LiveRequests.ask(sw, new GroupDescription.Request()).groups();
        Map<Long, GroupStats> counters = LiveRequests.byKey(
                LiveRequests.ask(sw, new GroupStats.Request(GroupNumber.ALL)).groups(), GroupStats::groupId);
        return LazyList.of(
                groups.stream().sorted(Comparator.comparingLong(Group::groupId)).toList(),
                group -> describe(group, counters.get(group.groupId())));
    }

    private static GroupView describe(Group group, @Nullable GroupStats counters) {
        return new GroupView(
                group.groupId(),
                Group.TYPES.print(group.groupType()),
                group.buckets().stream().map(GroupsResource::describe).toList(),
                counters == null ? null : (Long) counters.references(),
                counters == null ? null : Counts.of(counters.packets()),
                counters == null ? null : Counts.of(counters.bytes()));
    }

    private static BucketView describe(Bucket bucket) {
        return new BucketView(
                ActionPrinter.actions(bucket.actions()),
                bucket.weight(),
                bucket.watchPort() == PortNumber.ANY ? null : PortNumber.toString(bucket.watchPort()),
                bucket.watchGroup() == GroupNumber.ANY ? null : GroupNumber.toString(bucket.watchGroup()));
    }
}
