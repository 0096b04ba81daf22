package net.beaconcontroller.openflow.message;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.NotationException;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.action.ActionParser;
import net.beaconcontroller.openflow.action.ActionPrinter;
import net.beaconcontroller.openflow.notation.NotationPart;
import net.beaconcontroller.openflow.notation.NotationScanner;
import net.beaconcontroller.openflow.notation.NotationScanner.Item;
import net.beaconcontroller.openflow.notation.NotationValues;
import net.beaconcontroller.openflow.structure.Bucket;
import net.beaconcontroller.openflow.structure.Group;
import net.beaconcontroller.openflow.structure.Property;
import org.jspecify.annotations.Nullable;

/** The notation of {@code ovs-ofctl} for groups. */
final class GroupNotation {
    private static final List<String> TYPES = List.of("all", "select", "indirect", "ff");

    /** Another name of the type {@code ff}. */
    private static final String FAST_FAILOVER = "fast_failover";

    private GroupNotation() {}

    /** Parses a group as {@code ovs-ofctl add-group} does. */
    static GroupMod parse(String text) {
        var in = new NotationScanner(text);
        var before = new HashSet<String>();
        Item id = null;
        Item type = null;
        var bucketItems = new ArrayList<Item>();
        for (Item item = in.next(); item != null; item = in.next()) {
            String key = item.key();
            if (key.equals("bucket") || key.equals("buckets")) {
                bucketItems.add(item);
            } else if (bucketItems.isEmpty()) {
                requireFirst(item, before);
                switch (key) {
                    case "group_id" -> id = item;
                    case "type" -> type = item;
                    default -> throw item.refuse("needs group_id=, type= or bucket=");
                }
            }
        }
        if (id == null) {
            throw new NotationException(text, 1, "needs group_id=, such as group_id=1,type=all,bucket=output:1");
        }
        var buckets = new ArrayList<Bucket>();
        for (int i = 0; i < bucketItems.size(); i++) {
            int end =
                    i + 1 < bucketItems.size() ? bucketItems.get(i + 1).whole().start() : text.length();
            NotationPart value = bucketItems.get(i).value("= and the actions of the bucket");
            buckets.add(bucket(new NotationPart(text, value.start(), end)));
        }
        return new GroupMod(
                GroupMod.Command.ADD,
                type == null ? GroupMod.TYPE_ALL : type(type.value("a type")),
                NotationValues.number(
                        id.value("a number"), 0, GroupNumber.MAX, "a number from 0 to " + GroupNumber.MAX),
                Bucket.NO_ID,
                buckets,
                List.of());
    }

    private static void requireFirst(Item item, Set<String> before) {
        if (!before.add(item.key())) {
            throw item.refuse("is a duplicate");
        }
    }

    private static int type(NotationPart name) {
        int type = name.is(FAST_FAILOVER) ? GroupMod.TYPE_FAST_FAILOVER : TYPES.indexOf(name.toString());
        if (type < 0) {
            throw name.refuse("needs all, select, indirect or ff");
        }
        return type;
    }

    private static Bucket bucket(NotationPart text) {
        long bucketId = Bucket.NO_ID;
        var properties = new ArrayList<Property>();
        var before = new HashSet<String>();
        var in = new NotationScanner(text);
        for (Item item = in.next(); item != null; item = in.next()) {
            Property property = null;
            switch (item.key()) {
                case "bucket_id" -> bucketId = NotationValues.u32(item.value("a number"));
                case "weight" -> property = new Bucket.Weight(NotationValues.u16(item.value("a number")));
                case "watch_port" -> property = new Bucket.WatchPort(NotationValues.port(item.value("a port")));
                case "watch_group" -> property = new Bucket.WatchGroup(NotationValues.group(item.value("a group")));
                case "actions", "action" -> {
                    return new Bucket(
                            bucketId, ActionParser.actions(in.restFrom(item.value("=, and the actions"))), properties);
                }
                default -> {
                    return new Bucket(bucketId, ActionParser.actions(in.restFrom(item.whole())), properties);
                }
            }
            requireFirst(item, before);
            if (property != null) {
                properties.add(property);
            }
        }
        throw text.refuse("needs actions, such as output:1, or drop");
    }

    /** Returns the notation of a group. {@link #parse} reads it if the group has no properties of vendors. */
    static String print(int groupType, long groupId, List<Bucket> buckets) {
        var text = new StringJoiner(",");
        text.add("group_id=" + groupId);
        text.add("type=" + Group.TYPES.print(groupType));
        buckets.forEach(bucket -> text.add("bucket=" + print(bucket)));
        return text.toString();
    }

    private static String print(Bucket bucket) {
        var text = new StringJoiner(",");
        add(text, "bucket_id", bucket.bucketId() == Bucket.NO_ID ? null : Long.toString(bucket.bucketId()));
        add(text, "weight", bucket.weight() == 0 ? null : Integer.toString(bucket.weight()));
        add(text, "watch_port", bucket.watchPort() == PortNumber.ANY ? null : PortNumber.toString(bucket.watchPort()));
        add(
                text,
                "watch_group",
                bucket.watchGroup() == GroupNumber.ANY ? null : GroupNumber.toString(bucket.watchGroup()));
        return text.add("actions=" + ActionPrinter.actions(bucket.actions())).toString();
    }

    private static void add(StringJoiner text, String key, @Nullable String value) {
        if (value != null) {
            text.add(key + ":" + value);
        }
    }
}
